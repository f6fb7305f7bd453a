import { CalendarCheck, Clock, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import { Loading, Skeleton } from '@/components/Skeleton';
import { totalOf, type StayRequest } from '@/domain/booking';
import type { NightPrice } from '@/domain/nightPrice';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { useFormat } from '@/i18n/useFormat';
import { usePartyText } from '@/product/usePartyText';
import styles from './BookingSummary.module.css';
import { PriceLines } from './PriceLines';

interface BookingSummaryProps {
  stay: StayRequest;
  /** Undefined while it is checked. */
  price: NightPrice | undefined;
}

export function BookingSummary({ stay, price }: BookingSummaryProps) {
  const { t } = useTranslation(['booking', 'search']);
  const format = useFormat();
  const partyText = usePartyText();
  const nights = t('search:calendar.nights', { count: stay.nights });
  return (
    <aside className={styles['summary']} aria-labelledby="booking-summary">
      <h2 id="booking-summary" className={styles['heading']}>
        {t('summary.title')}
      </h2>
      <p className={styles['hotel']}>{stay.hotel}</p>
      <p lang={CONTENT_LANGUAGE} className={styles['place']}>
        <MapPin aria-hidden />
        {stay.location}
      </p>

      <dl className={styles['stay']}>
        <dt>{t('summary.arrival')}</dt>
        <dd>{format.date(stay.checkin)}</dd>
        <dt>{t('summary.departure')}</dt>
        <dd>{format.date(stay.checkout)}</dd>
        <dt>{t('summary.length')}</dt>
        <dd>{nights}</dd>
        <dt>{t('summary.guests')}</dt>
        <dd>{partyText(stay.party)}</dd>
        <dt>{t('summary.room')}</dt>
        <dd>{stay.roomType}</dd>
      </dl>

      {price ? (
        <PriceLines
          label={t('summary.price', { price: format.price(price.euros), nights })}
          total={totalOf(stay.nights, price.euros)}
        />
      ) : (
        <Loading label={t('checkingPrice')} className={styles['checking']}>
          <Skeleton />
          <Skeleton />
          <Skeleton shape="title" />
        </Loading>
      )}
      {price?.note && (
        <Notice tone="info">
          {t(`price.${price.note}`, { price: format.price(price.euros), stated: format.price(stay.statedPrice ?? 0) })}
        </Notice>
      )}

      <ul className={styles['promises']}>
        <li>
          <CalendarCheck aria-hidden />
          {t('summary.cancellation')}
        </li>
        <li>
          <Clock aria-hidden />
          {t('summary.hours')}
        </li>
      </ul>
    </aside>
  );
}
