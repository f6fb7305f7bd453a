import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, type Location } from 'react-router';
import { Toasts } from '@/components/Toasts';
import { AuthDialogProvider } from '@/widgets/auth/AuthDialogProvider';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import { OwnerPopupHost } from '@/widgets/owner-popup/OwnerPopupHost';
import { entryState } from '@/widgets/page/entryState';
import { usePageHandle } from '@/widgets/page/pageHandle';
import { HydrationMarker } from './HydrationMarker';
import { Footer } from './Footer';
import { useShellOnly } from './shellOnly';
import { Header } from './Header';
import styles from './Layout.module.css';
import { PageFallback } from './PageFallback';
import { PageNotices } from './PageNotices';
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
      <PageNotices />
      <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
        {/* One boundary for both, so that the document's skeleton stays until all of the page is there. */}
        <Suspense fallback={<PageFallback />}>
          {shellOnly ? (
            <Skeleton />
          ) : (
            <>
              <Outlet />
              <HydrationMarker />
            </>
          )}
        </Suspense>
      </main>
      {/* A boundary of its own, so that the footer hydrates after the page. */}
      <PartBoundary>
        <Footer />
      </PartBoundary>
      <OwnerPopupHost />
      <Toasts />
      <ScrollRestoration getKey={entryKey} />
    </AuthDialogProvider>
  );
}

/** Identifies a history entry for its scroll position. */
function entryKey(location: Location): string {
  return (location.key === 'default' && entryState(location).visit) || location.key;
}
