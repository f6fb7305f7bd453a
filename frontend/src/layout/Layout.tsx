import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router';
import { PageFallback } from '@/app/PageFallback';
import { Toasts } from '@/components/Toasts';
import { AuthDialogProvider } from '@/features/auth/AuthDialogProvider';
import { OwnerPopupHost } from '@/features/owner-popup/OwnerPopupHost';
import { Alive } from './Alive';
import { Footer } from './Footer';
import { Header } from './Header';
import styles from './Layout.module.css';
import { useOwnDocument } from './useOwnDocument';
import { useRouteFocus } from './useRouteFocus';

/** What stands around every page. */
export function Layout() {
  const { t } = useTranslation('layout');
  const main = useRouteFocus();
  useOwnDocument();
  return (
    <AuthDialogProvider>
      <a href="#main" className={styles['skip']}>
        {t('skip')}
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
        <Suspense fallback={<PageFallback />}>
          <Outlet />
          <Alive />
        </Suspense>
      </main>
      <Footer />
      <OwnerPopupHost />
      <Toasts />
      <ScrollRestoration />
    </AuthDialogProvider>
  );
}
