import { Link2, RefreshCw, Unlink } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { useFormat } from '@/i18n/useFormat';
import { Lettermark } from './Lettermark';
import styles from './PlatformList.module.css';
import type { Platform } from './platforms';
import { StatusBadge } from './StatusBadge';

interface PlatformActions {
  onConnect: (platform: Platform) => void;
  onDisconnect: (platform: Platform) => void;
  onSynchronise: (platform: Platform) => void;
}

export function PlatformList({ platforms, ...actions }: { platforms: readonly Platform[] } & PlatformActions) {
  const { t } = useTranslation('channel-manager');
  return (
    <ul aria-label={t('tab.platforms')} className={styles['list']}>
      {platforms.map((platform) => (
        <li key={platform.id}>
          <PlatformCard platform={platform} {...actions} />
        </li>
      ))}
    </ul>
  );
}

function PlatformCard({ platform, onConnect, onDisconnect, onSynchronise }: { platform: Platform } & PlatformActions) {
  const { t } = useTranslation('channel-manager');
  const format = useFormat();
  const id = useId();
  const { name, status, lastSync, bookings, revenue, commission } = platform;
  const facts = [
    ['bookings', bookings === null ? t('platform.none') : format.number(bookings)],
    ['revenue', revenue === null ? t('platform.none') : format.price(revenue)],
    ['commission', t('platform.percent', { value: commission })],
  ] as const;
  return (
    <article aria-labelledby={id} className={styles['card']}>
      <div className={styles['head']}>
        <Lettermark platform={platform} />
        <h2 id={id}>{name}</h2>
        <StatusBadge status={status} />
      </div>
      <p className={styles['description']}>{t(`platform.description.${platform.id}`)}</p>
      <dl className={styles['facts']}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`platform.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['sync']}>
        {lastSync ? t('platform.lastSync', { time: format.dateTime(lastSync) }) : t('platform.neverSynced')}
      </p>
      <div className={styles['actions']}>
        {status === 'connected' ? (
          <>
            <Button size="sm" icon={<RefreshCw aria-hidden />} aria-describedby={id} onClick={() => onSynchronise(platform)}>
              {t('platform.synchronise')}
            </Button>
            <Button size="sm" variant="outline" icon={<Unlink aria-hidden />} aria-describedby={id} onClick={() => onDisconnect(platform)}>
              {t('platform.disconnect')}
            </Button>
          </>
        ) : (
          <Button size="sm" variant="outline" icon={<Link2 aria-hidden />} aria-describedby={id} onClick={() => onConnect(platform)}>
            {t('platform.connect')}
          </Button>
        )}
      </div>
    </article>
  );
}
