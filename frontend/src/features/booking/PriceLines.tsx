import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { Price } from '@/product/Price';
import styles from './BookingSummary.module.css';

/** The prices of a booking: the line for nights or days, the taxes of 0 euros, and the total. */
export function PriceLines({ label, total }: { label: string; total: number }) {
  const { t } = useTranslation('booking');
  const format = useFormat();
  return (
    <dl className={styles['prices']}>
      <dt>{label}</dt>
      <dd>{format.price(total)}</dd>
      <dt>{t('summary.taxes')}</dt>
      <dd>{format.price(0)}</dd>
      <dt className={styles['total']}>{t('summary.total')}</dt>
      <dd>
        <Price euros={total} large />
      </dd>
    </dl>
  );
}
