import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { vehicleFor, type Transfer } from './transfer';
import styles from './TransferReceipt.module.css';
import { usePlaceName } from './usePlaceName';

/** The request as it was logged, and what happens to it. */
export function TransferReceipt({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('taxi');
  const nameOf = usePlaceName();
  const format = useFormat();
  const when = (day: string, time: string) => ({ date: format.date(day), time: format.time(time) });
  const { pickupLocation: from, destination: to, contact } = transfer;
  return (
    <section aria-label={t('receipt.title')} className={styles['receipt']}>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('popular.route', { from: nameOf(from), to: nameOf(to) })}</dt>
          <dd>{t('receipt.when', when(transfer.date, transfer.time))}</dd>
          {transfer.transferType === 'round-trip' && <dd>{t('receipt.return', when(transfer.returnDate, transfer.returnTime))}</dd>}
          <dd>{t(`vehicle.${vehicleFor(transfer.passengers)}`)}</dd>
        </div>
      </dl>
      <div>
        <h3 className={styles['title']}>{t('receipt.title')}</h3>
        <p>{t('receipt.text')}</p>
        <p>{contact ? t('receipt.contact', { contact }) : t('receipt.noContact')}</p>
      </div>
    </section>
  );
}
