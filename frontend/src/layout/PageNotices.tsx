import { Clock, WifiOff, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@/components/Button';
import { dismissExpiry } from '@/session/session';
import { useSessionExpired } from '@/session/useSession';
import { useAuthDialog } from '@/widgets/auth/authDialog';
import { useOnline } from '@/widgets/errors/useOnline';
import styles from './PageNotices.module.css';

/** Says below the header that the browser is offline, or that the session has expired. */
export function PageNotices() {
  const { t } = useTranslation(['layout', 'common']);
  const online = useOnline();
  const expired = useSessionExpired();
  const authDialog = useAuthDialog();
  // The live region exists before its first message, else the message is not announced.
  return (
    <div role="status" className={styles['notices']}>
      {!online && (
        <p className={styles['notice']}>
          <WifiOff aria-hidden />
          <span>{t('notice.offline')}</span>
        </p>
      )}
      {expired && (
        <div className={styles['notice']}>
          <Clock aria-hidden />
          <p>{t('notice.expired')}</p>
          <Button size="sm" onPointerEnter={authDialog.preload} onClick={() => authDialog.open('login')}>
            {t('notice.reconnect')}
          </Button>
          <IconButton label={t('common:action.close')} onClick={dismissExpiry}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}
