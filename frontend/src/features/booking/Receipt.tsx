import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { reductionPercent } from '@/domain/stayTerms';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { useFormat } from '@/i18n/useFormat';
import { usePartyText } from '@/product/usePartyText';
import styles from './BookingSuccessPage.module.css';
import type { ConfirmedBooking, ConfirmedRental, ConfirmedStay } from './confirmedBookings';

interface ReceiptProps {
  confirmation: string;
  name: string;
  isCar: boolean;
  /** In euros; null if the address does not name it. */
  total: number | null;
  bookedAt: Date;
  /** The booking, if it was paid in this session. */
  booking: ConfirmedBooking | undefined;
}

export function Receipt({ confirmation, name, isCar, total, bookedAt, booking }: ReceiptProps) {
  const { t } = useTranslation(['booking', 'booking-car']);
  const format = useFormat();
  return (
    <dl className={styles['receipt']}>
      <div className={styles['code']}>
        <dt>{t('success.confirmation')}</dt>
        <dd>{confirmation}</dd>
      </div>
      <Line label={isCar ? t('booking-car:success.car') : t('success.hotel')}>{name}</Line>
      {booking?.kind === 'stay' && <StayLines stay={booking} />}
      {booking?.kind === 'car' && <RentalLines rental={booking} />}
      {total !== null && (
        <div>
          <dt>{t('success.paidInDemonstration')}</dt>
          <dd className={styles['amount']}>{format.price(total)}</dd>
          <dd className={styles['remark']}>{t('success.notCharged')}</dd>
        </div>
      )}
      <Line label={t('success.status')}>
        <Badge tone="maquis">{t('success.confirmed')}</Badge>
      </Line>
      <div>
        <dt>{t('success.bookedAt')}</dt>
        <dd>{format.dateTime(bookedAt)}</dd>
        {!booking && <dd className={styles['remark']}>{t('success.fromAddress')}</dd>}
      </div>
    </dl>
  );
}

function StayLines({ stay }: { stay: ConfirmedStay }) {
  const { terms, pricePerNight } = stay;
  const percent = reductionPercent(pricePerNight ?? 0, terms?.usualPrice ?? null);
  const { t } = useTranslation(['booking', 'search', 'stay-terms']);
  const format = useFormat();
  const partyText = usePartyText();
  return (
    <>
      <Line label={t('success.place')}>
        <span lang={CONTENT_LANGUAGE}>{stay.location}</span>
      </Line>
      <Line label={t('summary.arrival')}>{format.date(stay.checkin)}</Line>
      <Line label={t('summary.departure')}>{format.date(stay.checkout)}</Line>
      <Line label={t('summary.length')}>{t('search:calendar.nights', { count: stay.nights })}</Line>
      <Line label={t('summary.guests')}>{partyText(stay.party)}</Line>
      <Line label={t('summary.room')}>{stay.roomType}</Line>
      {terms?.board && <Line label={t('stay-terms:boardLabel')}>{t(`stay-terms:board.${terms.board}`)}</Line>}
      {terms && <Line label={t('stay-terms:cancellationLabel')}>{t('stay-terms:cancellation', { hours: terms.cancellationHours })}</Line>}
      {terms?.usualPrice && percent !== null && (
        <Line label={t('stay-terms:reductionLabel')}>{t('stay-terms:reductionShort', { percent, usual: format.price(terms.usualPrice) })}</Line>
      )}
    </>
  );
}

function RentalLines({ rental }: { rental: ConfirmedRental }) {
  const { t } = useTranslation('booking-car');
  const format = useFormat();
  const moment = (day: string, time: string) => t('summary.at', { date: format.date(day), time: format.time(time) });
  return (
    <>
      <Line label={t('summary.pickup')}>{moment(rental.pickupDate, rental.pickupTime)}</Line>
      <Line label={t('summary.return')}>{moment(rental.returnDate, rental.returnTime)}</Line>
      <Line label={t('summary.length')}>{t('summary.days', { count: rental.days })}</Line>
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
