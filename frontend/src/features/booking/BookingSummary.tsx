import { CalendarCheck, Clock, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '@/domain/booking';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { useFormat } from '@/i18n/useFormat';
import styles from './BookingSummary.module.css';
import { PriceLines } from './PriceLines';

export function BookingSummary({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['booking', 'search']);
  const format = useFormat();
  const nights = t('search:calendar.nights', { count: booking.nights });
  return (
    <aside className={styles['summary']} aria-labelledby="booking-summary">
      <h2 id="booking-summary" className={styles['heading']}>
        {t('summary.title')}
      </h2>
      <p className={styles['hotel']}>{booking.hotel}</p>
      <p lang={CONTENT_LANGUAGE} className={styles['place']}>
        <MapPin aria-hidden />
        {booking.location}
      </p>

      <dl className={styles['stay']}>
        <dt>{t('summary.arrival')}</dt>
        <dd>{format.date(booking.checkin)}</dd>
        <dt>{t('summary.departure')}</dt>
        <dd>{format.date(booking.checkout)}</dd>
        <dt>{t('summary.length')}</dt>
        <dd>{nights}</dd>
        <dt>{t('summary.guests')}</dt>
        <dd>{t('summary.guestCount', { count: booking.guests })}</dd>
        <dt>{t('summary.room')}</dt>
        <dd>{booking.roomType}</dd>
      </dl>

      <PriceLines label={t('summary.price', { price: format.price(booking.pricePerNight), nights })} total={booking.total} />

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
