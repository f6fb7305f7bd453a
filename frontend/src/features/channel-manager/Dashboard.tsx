import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { useFormat } from '@/i18n/useFormat';
import styles from './Dashboard.module.css';
import { Lettermark } from './Lettermark';
import { totals, type Platform } from './platforms';
import { StatusBadge } from './StatusBadge';

/** The totals of all platforms, and the share of each. */
export function Dashboard({ platforms, onManage }: { platforms: readonly Platform[]; onManage: () => void }) {
  const { t } = useTranslation('channel-manager');
  const format = useFormat();
  const { connected, bookings, revenue, commissions } = totals(platforms);
  const broken = platforms.filter(({ status }) => status === 'error');
  const figures = [
    ['connected', t('figure.ofAll', { count: connected, all: platforms.length })],
    ['bookings', format.number(bookings)],
    ['revenue', format.price(revenue)],
    ['commissions', format.price(commissions)],
  ] as const;
  return (
    <div className={styles['dashboard']}>
      <dl className={styles['figures']}>
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`figure.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {broken.map(({ id, name }) => (
        <p key={id} className={styles['alert']}>
          <TriangleAlert aria-hidden />
          {t('dashboard.broken', { name })}
        </p>
      ))}
      <section aria-labelledby="channel-shares" className={styles['shares']}>
        <div className={styles['head']}>
          <h2 id="channel-shares">{t('dashboard.shares')}</h2>
          <Button variant="accent" size="sm" onClick={onManage}>
            {t('dashboard.manage')}
          </Button>
        </div>
        <ul>
          {platforms.map((platform) => (
            <li key={platform.id} className={styles['share']}>
              <Lettermark platform={platform} />
              <span className={styles['name']}>{platform.name}</span>
              <StatusBadge status={platform.status} />
              <span className={styles['number']}>
                {platform.bookings === null ? t('platform.noFigures') : t('dashboard.bookings', { count: platform.bookings })}
              </span>
              <span className={styles['revenue']}>{platform.revenue !== null && format.price(platform.revenue)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
