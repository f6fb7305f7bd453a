import { Suspense, useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { ErrorDrawing } from '@/components/drawings';
import styles from './DialogBoundary.module.css';
import { useOnline } from './useOnline';
import { useReloadForLostChunk } from './useReloadForLostChunk';

interface DialogBoundaryProps {
  onClose: () => void;
  children: ReactNode;
}

/** Around a lazy dialog: an error in it, or a chunk that cannot be fetched, leaves the page as it is. */
export function DialogBoundary({ onClose, children }: DialogBoundaryProps) {
  return (
    <ErrorBoundary renderError={(error) => <DialogError error={error} onClose={onClose} />}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}

interface DialogErrorProps {
  error: unknown;
  onClose: () => void;
}

/** A native dialog, which needs no chunk that may be lost as well. */
function DialogError({ error, onClose }: DialogErrorProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const reloading = useReloadForLostChunk(error);
  useEffect(() => {
    if (!reloading) dialog.current?.showModal();
  }, [reloading]);
  if (reloading) return null;
  return (
    <dialog ref={dialog} aria-labelledby={titleId} onClose={onClose} className={styles['dialog']}>
      <ErrorDrawing />
      <h2 id={titleId} className={styles['title']}>
        {t('error.dialog')}
      </h2>
      <p className={styles['text']}>{online ? t('error.pageHint') : t('error.offlineHint')}</p>
      <div className={styles['actions']}>
        <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>
        <Button variant="quiet" onClick={() => dialog.current?.close()}>
          {t('action.close')}
        </Button>
      </div>
    </dialog>
  );
}
