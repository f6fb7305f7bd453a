import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { ButtonLink } from '@/components/Button';
import { today } from '@/dates/days';
import { canAskForDates, readStayRequest, totalOf, type StayRequest } from '@/domain/booking';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import { PageTitle } from '@/widgets/page/PageTitle';
import { BookedAlready } from './BookedAlready';
import { BookingForm } from './BookingForm';
import styles from './BookingPage.module.css';
import { BookingSummary } from './BookingSummary';
import { isCarBooking, readCarBooking, type CarBooking } from './carBooking';
import { CarSummary } from './CarSummary';
import { keepBooking, receiptAddress, sameRental, sameStay, type ConfirmedBooking } from './confirmedBookings';
import { DatesStep } from './DatesStep';
import { useStayOffer } from './useStayOffer';

/** §2 Booking of a stay or a car. Redirects to the home page if the hotel, the car or the dates are missing. */
export function Component() {
  const { t } = useTranslation('booking');
  const [query] = useSearchParams();
  const key = query.toString();
  if (isCarBooking(query)) {
    const rental = readCarBooking(query);
    if (!rental) return <Navigate to="/" replace />;
    const isPossible = rental.pickupDate >= today() && rental.returnDate >= rental.pickupDate;
    return isPossible ? <CarRentalBooking key={key} booking={rental} /> : <CarDates name={rental.name} />;
  }
  const stay = readStayRequest(query, t('defaultRoom'));
  if (stay) return <StayBooking key={key} stay={stay} />;
  return canAskForDates(query) ? <StayDates hotel={query.get('hotel') ?? ''} /> : <Navigate to="/" replace />;
}

function StayBooking({ stay }: { stay: StayRequest }) {
  const { t } = useTranslation('booking');
  const state = useStayOffer(stay);
  const showReceipt = useReceipt();
  const { hotel, location, checkin, checkout, nights, party, roomType } = stay;
  const price = state.isChecking ? undefined : state.price;
  const terms = state.isChecking ? undefined : state.terms;
  if (price === null) return <NoPrice hotel={hotel} />;

  const total = price ? totalOf(nights, price.euros) : null;
  const offer = price && terms ? { pricePerNight: price.euros, terms } : {};
  const booked = { kind: 'stay', name: hotel, location, checkin, checkout, nights, party, roomType, total: total ?? 0, ...offer } as const;
  const onPaid = (confirmation: string) => showReceipt(keepBooking(booked, confirmation));
  return (
    <Frame name={hotel} title={t('title')} lead={t('lead')}>
      <BookedAlready find={() => sameStay(stay)}>
        <BookingForm total={total} onPaid={onPaid} summary={<BookingSummary stay={stay} price={price} terms={terms} />} />
      </BookedAlready>
    </Frame>
  );
}

function CarRentalBooking({ booking }: { booking: CarBooking }) {
  const { t } = useTranslation('booking-car');
  const showReceipt = useReceipt();
  const { name, total, days, pickupDate, pickupTime, returnDate, returnTime } = booking;
  const times = { carId: booking.car.id, pickupDate, pickupTime, returnDate, returnTime };
  const onPaid = (confirmation: string) => showReceipt(keepBooking({ kind: 'car', name, total, days, ...times }, confirmation));
  return (
    <Frame name={name} title={t('title')} lead={t('lead')}>
      <BookedAlready find={() => sameRental(times)}>
        <BookingForm total={total} onPaid={onPaid} summary={<CarSummary booking={booking} />} />
      </BookedAlready>
    </Frame>
  );
}

/** Opens a receipt in place of the form, so that Back does not lead to a form that could be paid again. */
function useReceipt() {
  const navigate = useNavigate();
  return async (booking: ConfirmedBooking) => navigate(receiptAddress(booking), { replace: true });
}

function StayDates({ hotel }: { hotel: string }) {
  const { t } = useTranslation(['booking', 'booking-dates']);
  const [query] = useSearchParams();
  const isNamed = ['checkin', 'checkIn', 'checkout', 'checkOut'].some((name) => query.get(name)?.trim());
  return (
    <Frame name={hotel} title={t('title')} lead={t(isNamed ? 'booking-dates:leadAgain' : 'booking-dates:lead')}>
      <DatesStep names={query.get('checkin')?.trim() ? ['checkin', 'checkout'] : ['checkIn', 'checkOut']} />
    </Frame>
  );
}

function CarDates({ name }: { name: string }) {
  const { t } = useTranslation(['booking-car', 'booking-dates']);
  return (
    <Frame name={name} title={t('title')} lead={t('booking-dates:carLead')}>
      <DatesStep names={['pickupDate', 'returnDate']} isRental />
    </Frame>
  );
}

function NoPrice({ hotel }: { hotel: string }) {
  const { t } = useTranslation(['booking', 'common']);
  return (
    <Frame name={hotel} title={t('title')} lead={hotel}>
      <section aria-labelledby="no-price" className={styles['panel']}>
        <h2 id="no-price">{t('common:price.unknown')}</h2>
        <p>{t('price.none')}</p>
        <div className={styles['actions']}>
          <ButtonLink to="/hotels">{t('price.others')}</ButtonLink>
        </div>
      </section>
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
