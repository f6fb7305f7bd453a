import { CalendarCheck, IdCard, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { CarDrawing } from '@/widgets/car-drawing/CarDrawing';
import styles from './BookingSummary.module.css';
import { PriceLines } from './PriceLines';
import type { CarBooking } from './carBooking';

export function CarSummary({ booking }: { booking: CarBooking }) {
  const { t } = useTranslation(['booking', 'booking-car', 'cars']);
  const format = useFormat();
  const { car, location } = booking;
  const days = t('booking-car:summary.days', { count: booking.days });
  const moment = (day: string, time: string) => t('booking-car:summary.at', { date: format.date(day), time: format.time(time) });
  return (
    <aside className={styles['summary']} aria-labelledby="booking-summary">
      <h2 id="booking-summary" className={styles['heading']}>
        {t('summary.title')}
      </h2>
      <div className={styles['drawing']}>
        <CarDrawing category={car.category} paint={car.paint} />
      </div>
      <p className={styles['hotel']}>{booking.name}</p>
      <p>{t('cars:car.similar', { company: car.company })}</p>
      {location && (
        <p className={styles['place']}>
          <MapPin aria-hidden />
          {t(`cars:location.${location}`)}
        </p>
      )}

      <dl className={styles['stay']}>
        <dt>{t('booking-car:summary.pickup')}</dt>
        <dd>{moment(booking.pickupDate, booking.pickupTime)}</dd>
        <dt>{t('booking-car:summary.return')}</dt>
        <dd>{moment(booking.returnDate, booking.returnTime)}</dd>
        <dt>{t('booking-car:summary.length')}</dt>
        <dd>{days}</dd>
      </dl>

      <PriceLines label={t('booking-car:summary.price', { price: format.price(car.pricePerDay), days })} total={booking.total} />

      <ul className={styles['promises']}>
        <li>
          <CalendarCheck aria-hidden />
          {t('booking-car:summary.cancellation')}
        </li>
        <li>
          <IdCard aria-hidden />
          {t('booking-car:summary.licence')}
        </li>
      </ul>
    </aside>
  );
}
