import { CircleCheck, Printer, Star } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '@/components/Button';
import { parsePrice } from '@/domain/booking';
import { idOfName, type HotelId } from '@/domain/hotelNames';
import { Logo } from '@/product/Logo';
import { CLUB_HOTELS } from '@/sample-content/clubHotels';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { PageTitle } from '@/widgets/page/PageTitle';
import styles from './BookingSuccessPage.module.css';
import { isCarBooking } from './carBooking';
import { keptBooking } from './confirmedBookings';
import { Receipt } from './Receipt';
import { useOpenedAt } from './useOpenedAt';

const ReviewDialog = lazy(() => import('@/widgets/reviews/ReviewDialog'));

const STEPS = ['email', 'contact', 'arrival', 'review'] as const;
const CAR_STEPS = ['number', 'contact', 'counter', 'return'] as const;

/** §2 Booking success. Redirects to the home page if the confirmation code or the hotel is missing. */
export function Component() {
  const { t } = useTranslation(['booking', 'booking-car', 'common']);
  const [query] = useSearchParams();
  const [isReviewing, setReviewing] = useState(false);
  const confirmation = query.get('confirmation');
  const hotel = query.get('hotel');
  const booking = useMemo(() => keptBooking(confirmation ?? ''), [confirmation]);
  const openedAt = useOpenedAt(confirmation ?? '');
  if (!confirmation || !hotel) return <Navigate to="/" replace />;

  // The address names only the hotel and the amount.
  const name = booking?.name ?? hotel;
  const total = booking?.total ?? parsePrice(query.get('total') ?? '');
  const isCar = booking ? booking.kind === 'car' : isCarBooking(query);
  const steps = isCar
    ? CAR_STEPS.map((step) => ({ title: t(`booking-car:success.step.${step}.title`), text: t(`booking-car:success.step.${step}.text`) }))
    : STEPS.map((step) => ({ title: t(`success.step.${step}.title`), text: t(`success.step.${step}.text`) }));

  return (
    <div className={styles['page']}>
      <PageTitle indexed={false}>{t('success.title')}</PageTitle>
      <div aria-hidden className={styles['letterhead']}>
        <Logo word={t('common:brand')} />
      </div>
      <header className={styles['header']}>
        <CircleCheck aria-hidden />
        <h1>{t('success.title')}</h1>
        <p>{isCar ? t('booking-car:success.lead') : t('success.lead')}</p>
      </header>

      <Receipt {...{ confirmation, name, isCar, total, booking }} bookedAt={booking ? new Date(booking.bookedAt) : openedAt} />

      <section aria-labelledby="next-steps" className={styles['next']}>
        <h2 id="next-steps">{t('success.nextSteps')}</h2>
        <ol className={styles['steps']}>
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <div className={styles['actions']}>
        <Button variant="outline" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {t('success.print')}
        </Button>
        {!isCar && (
          <Button variant="outline" icon={<Star aria-hidden />} onClick={() => setReviewing(true)}>
            {t('success.review')}
          </Button>
        )}
        <ButtonLink to="/">{t('common:action.backHome')}</ButtonLink>
      </div>

      {isReviewing && (
        <DialogBoundary onClose={() => setReviewing(false)}>
          <ReviewDialog hotel={{ id: reviewedId(name), name }} onClose={() => setReviewing(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}

/** The reviews of a club are stored by its slug, those of a hotel by its id. */
function reviewedId(name: string): HotelId {
  const club = CLUB_HOTELS.find((one) => one.name === name);
  const ofRegion = REGION_HOTELS.find((one) => one.name === name);
  return club?.slug ?? ofRegion?.id ?? idOfName(name);
}
