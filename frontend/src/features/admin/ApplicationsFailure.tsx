import { useTranslation } from 'react-i18next';
import { ApiError, NetworkError } from '@/api/errors';
import { Button } from '@/components/Button';
import { ErrorState } from '@/components/StateMessage';
import styles from './ApplicationsFailure.module.css';
import { endAdminSession } from './adminSession';

const BY_STATUS = { 401: 'unauthorized', 403: 'forbidden', 404: 'missing' } as const;

function isKnown(status: number): status is keyof typeof BY_STATUS {
  return status in BY_STATUS;
}

/** §8: the error of a failed load, with its status, a retry button, and a login button after a 401. */
export function ApplicationsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const status = error instanceof ApiError ? error.status : null;
  const message = () => {
    if (error instanceof NetworkError) return t('applications.failed.offline');
    if (status === null) return t('applications.failed.other');
    return t('applications.failed.withStatus', { reason: t(`applications.failed.${isKnown(status) ? BY_STATUS[status] : 'other'}`), status });
  };
  const ways = (
    <div className={styles['ways']}>
      <Button variant="outline" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
      {status === 401 && <Button onClick={endAdminSession}>{t('login.again')}</Button>}
    </div>
  );
  return <ErrorState title={message()} action={ways} />;
}
