import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { comesFromResort, readBooking, type Booking } from '@/domain/booking';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import { PageTitle } from '@/widgets/page/PageTitle';
import { BookingForm } from './BookingForm';
import styles from './BookingPage.module.css';
import { BookingSummary } from './BookingSummary';
import { isCarBooking, readCarBooking, type CarBooking } from './carBooking';
import { CarSummary } from './CarSummary';
import { DatesStep } from './DatesStep';

/** §2 Booking of a stay or a car. Redirects to the home page if the hotel, the car or the dates are missing. */
export function Component() {
  const { t } = useTranslation('booking');
  const [query] = useSearchParams();
  if (isCarBooking(query)) {
    const rental = readCarBooking(query);
    return rental ? <CarRentalBooking booking={rental} /> : <Navigate to="/" replace />;
  }
  const booking = readBooking(query, t('defaultRoom'));
  if (booking) return <StayBooking booking={booking} />;
  return comesFromResort(query) ? <MissingDates hotel={query.get('hotel') ?? ''} /> : <Navigate to="/" replace />;
}

function StayBooking({ booking }: { booking: Booking }) {
  const { t } = useTranslation('booking');
  return (
    <Frame name={booking.hotel} title={t('title')} lead={t('lead')}>
      <div className={styles['columns']}>
        <BookingForm kind="stay" name={booking.hotel} total={booking.total} />
        <BookingSummary booking={booking} />
      </div>
    </Frame>
  );
}

function CarRentalBooking({ booking }: { booking: CarBooking }) {
  const { t } = useTranslation('booking-car');
  return (
    <Frame name={booking.name} title={t('title')} lead={t('lead')}>
      <div className={styles['columns']}>
        <BookingForm kind="car" name={booking.name} total={booking.total} />
        <CarSummary booking={booking} />
      </div>
    </Frame>
  );
}

function MissingDates({ hotel }: { hotel: string }) {
  const { t } = useTranslation(['booking', 'booking-dates']);
  return (
    <Frame name={hotel} title={t('title')} lead={t('booking-dates:lead')}>
      <DatesStep />
    </Frame>
  );
}

function Frame({ name, title, lead, children }: { name: string; title: string; lead: string; children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <PageTitle indexed={false}>{title}</PageTitle>
      <Breadcrumb path={[{ label: name }, { label: title }]} />
      <h1>{title}</h1>
      <p className={styles['lead']}>{lead}</p>
      {children}
    </div>
  );
}
