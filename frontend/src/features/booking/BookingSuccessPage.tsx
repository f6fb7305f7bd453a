import { CircleCheck, Printer, Star } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { Badge } from '@/components/Badge';
import { Button, ButtonLink } from '@/components/Button';
import { parsePrice } from '@/domain/booking';
import { idOfName, type HotelId } from '@/domain/hotelNames';
import { useFormat } from '@/i18n/useFormat';
import { Logo } from '@/product/Logo';
import { CLUB_HOTELS } from '@/sample-content/clubHotels';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { PageTitle } from '@/widgets/page/PageTitle';
import styles from './BookingSuccessPage.module.css';
import { isCarBooking } from './carBooking';
import { useBookedAt } from './useBookedAt';

const ReviewDialog = lazy(() => import('@/widgets/reviews/ReviewDialog'));

const STEPS = ['email', 'contact', 'arrival', 'review'] as const;
const CAR_STEPS = ['number', 'contact', 'counter', 'return'] as const;

/** §2 Booking success. Redirects to the home page if the confirmation code or the hotel is missing. */
export function Component() {
  const { t } = useTranslation(['booking', 'booking-car', 'common']);
  const format = useFormat();
  const [query] = useSearchParams();
  const [isReviewing, setReviewing] = useState(false);
  const confirmation = query.get('confirmation');
  const hotel = query.get('hotel');
  const total = parsePrice(query.get('total') ?? '') ?? 0;
  const bookedAt = useBookedAt(confirmation ?? '');
  if (!confirmation || !hotel) return <Navigate to="/" replace />;

  const isCar = isCarBooking(query);
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

      <dl className={styles['receipt']}>
        <div className={styles['code']}>
          <dt>{t('success.confirmation')}</dt>
          <dd>{confirmation}</dd>
        </div>
        <div>
          <dt>{isCar ? t('booking-car:success.car') : t('success.hotel')}</dt>
          <dd>{hotel}</dd>
        </div>
        <div>
          <dt>{t('success.paid')}</dt>
          <dd className={styles['amount']}>{format.price(total)}</dd>
        </div>
        <div>
          <dt>{t('success.status')}</dt>
          <dd>
            <Badge tone="maquis">{t('success.confirmed')}</Badge>
          </dd>
        </div>
        <div>
          <dt>{t('success.bookedAt')}</dt>
          <dd>{format.dateTime(bookedAt)}</dd>
        </div>
      </dl>

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
        <Suspense fallback={null}>
          <ReviewDialog hotel={{ id: reviewedId(hotel), name: hotel }} onClose={() => setReviewing(false)} />
        </Suspense>
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
