import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { PageTitle } from '@/app/PageTitle';
import { Breadcrumb } from '@/components/Breadcrumb';
import { readBooking } from './booking';
import { BookingForm } from './BookingForm';
import styles from './BookingPage.module.css';
import { BookingSummary } from './BookingSummary';

/** §2 Booking. Without a hotel or dates there is nothing to book: home. */
export function Component() {
  const { t } = useTranslation('booking');
  const [query] = useSearchParams();
  const booking = readBooking(query, t('defaultRoom'));
  if (!booking) return <Navigate to="/" replace />;
  return (
    <div className={styles['page']}>
      <PageTitle>{t('title')}</PageTitle>
      <Breadcrumb path={[{ label: booking.hotel }, { label: t('title') }]} />
      <h1>{t('title')}</h1>
      <p className={styles['lead']}>{t('lead')}</p>
      <div className={styles['columns']}>
        <BookingForm booking={booking} />
        <BookingSummary booking={booking} />
      </div>
    </div>
  );
}
