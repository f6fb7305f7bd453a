import { CalendarCheck, Clock, MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/Notice';
import { Loading, Skeleton } from '@/components/Skeleton';
import { totalOf, type StayRequest } from '@/domain/booking';
import type { NightPrice } from '@/domain/nightPrice';
import { reductionPercent, type StayTerms } from '@/domain/stayTerms';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { useFormat } from '@/i18n/useFormat';
import { usePartyText } from '@/product/usePartyText';
import { TooManyGuests } from '@/widgets/stay-terms/TooManyGuests';
import styles from './BookingSummary.module.css';
import { PriceLines } from './PriceLines';

interface BookingSummaryProps {
  stay: StayRequest;
  /** Undefined while it is checked. */
  price: NightPrice | undefined;
  terms: StayTerms | undefined;
}

export function BookingSummary({ stay, price, terms }: BookingSummaryProps) {
  const { t } = useTranslation(['booking', 'search', 'stay-terms']);
  const format = useFormat();
  const partyText = usePartyText();
  const percent = price && terms ? reductionPercent(price.euros, terms.usualPrice) : null;
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
        {terms?.board && (
          <>
            <dt>{t('stay-terms:boardLabel')}</dt>
            <dd>{t(`stay-terms:board.${terms.board}`)}</dd>
          </>
        )}
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

      {price && terms?.usualPrice && percent !== null && (
        <Notice tone="success">{t('stay-terms:reduction', { usual: format.price(terms.usualPrice), percent })}</Notice>
      )}
      {terms && <TooManyGuests party={stay.party} capacity={terms.capacity} />}

      <ul className={styles['promises']}>
        {terms && (
          <li>
            <CalendarCheck aria-hidden />
            {t('stay-terms:cancellation', { hours: terms.cancellationHours })}
          </li>
        )}
        <li>
          <Clock aria-hidden />
          {t('summary.hours')}
        </li>
      </ul>
    </aside>
  );
}
