import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration } from 'react-router';
import { Toasts } from '@/components/Toasts';
import { AuthDialogProvider } from '@/widgets/auth/AuthDialogProvider';
import { OwnerPopupHost } from '@/widgets/owner-popup/OwnerPopupHost';
import { usePageHandle } from '@/widgets/page/pageHandle';
import { HydrationMarker } from './HydrationMarker';
import { Footer } from './Footer';
import { useShellOnly } from './shellOnly';
import { Header } from './Header';
import styles from './Layout.module.css';
import { PageFallback } from './PageFallback';
import { useDocumentLanguage } from './useDocumentLanguage';
import { useRouteFocus } from './useRouteFocus';

/** The app shell: header, footer and dialogs around every page. */
export function Layout() {
  const { t } = useTranslation('layout');
  const main = useRouteFocus();
  const shellOnly = useShellOnly();
  const Skeleton = usePageHandle()?.Skeleton ?? PageFallback;
  useDocumentLanguage();
  return (
    <AuthDialogProvider>
      <a href="#main" className={styles['skip']}>
        {t('skip')}
      </a>
      <Header />
      <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
        {shellOnly ? (
          <Skeleton />
        ) : (
          <Suspense fallback={<PageFallback />}>
            <Outlet />
            <HydrationMarker />
          </Suspense>
        )}
      </main>
      {/* A boundary of its own, so that the footer hydrates after the page. */}
      <Suspense>
        <Footer />
      </Suspense>
      <OwnerPopupHost />
      <Toasts />
      <ScrollRestoration />
    </AuthDialogProvider>
  );
}
