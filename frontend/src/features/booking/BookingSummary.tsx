import { CalendarCheck, Clock, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Price } from '@/product/Price';
import type { Booking } from '@/domain/booking';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { useFormat } from '@/i18n/useFormat';
import styles from './BookingSummary.module.css';

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

      <dl className={styles['prices']}>
        <dt>{t('summary.price', { price: format.price(booking.pricePerNight), nights })}</dt>
        <dd>{format.price(booking.total)}</dd>
        <dt>{t('summary.taxes')}</dt>
        <dd>{format.price(0)}</dd>
        <dt className={styles['total']}>{t('summary.total')}</dt>
        <dd>
          <Price euros={booking.total} large />
        </dd>
      </dl>

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
