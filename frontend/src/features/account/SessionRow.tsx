import { Monitor, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DeviceSession } from '@/api/account';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { useFormat } from '@/i18n/useFormat';
import { deviceOf } from './deviceName';
import styles from './SessionsSection.module.css';

interface SessionRowProps {
  session: DeviceSession;
  isBusy: boolean;
  onEnd: () => void;
}

/** One session of the account: device, address, last use. */
export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { name, isHandheld } = deviceOf(session.userAgent);
  const device = name || t('sessions.unknownDevice');
  const since = session.createdAt && format.dateTime(session.createdAt);
  const Icon = isHandheld ? Smartphone : Monitor;
  return (
    <li className={styles['session']}>
      <span className={styles['icon']}>
        <Icon aria-hidden />
      </span>
      <div>
        <p className={styles['name']}>
          {device}
          {session.isCurrent && <Badge tone="sea">{t('sessions.current')}</Badge>}
        </p>
        <p className={styles['facts']}>
          {since && <span>{t('sessions.since', { date: since })}</span>}
          {session.address && <span>{session.address}</span>}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          variant="outline"
          size="sm"
          disabled={isBusy}
          aria-label={t('sessions.endDevice', { device })}
          onClick={onEnd}
          className={styles['end']}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
