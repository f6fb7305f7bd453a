import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { Notice } from '@/components/Notice';
import { useOnline } from './useOnline';
import { useReloadForLostChunk } from './useReloadForLostChunk';

interface PartBoundaryProps {
  /** Shown while the part loads. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Around a lazy part of a page: an error in it, or a chunk that cannot be fetched, leaves the rest of the page as it is. */
export function PartBoundary({ fallback = null, children }: PartBoundaryProps) {
  return (
    <ErrorBoundary renderError={(error) => <PartError error={error} />}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function PartError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const online = useOnline();
  if (useReloadForLostChunk(error)) return null;
  return (
    <Notice tone="error">
      {t('error.part')} {!online && t('error.offlineHint')}{' '}
      <Button size="sm" variant="quiet" onClick={() => window.location.reload()}>
        {t('action.reload')}
      </Button>
    </Notice>
  );
}
