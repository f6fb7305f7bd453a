import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/Button';
import { classes } from '@/components/classes';
import surface from '@/components/Surface.module.css';
import { Price } from '@/product/Price';
import { hotelBookingAddress } from '@/domain/bookingAddress';
import { partyOf } from '@/domain/guests';
import { HOTEL_TERMS } from '@/domain/stayTerms';
import { useFormat } from '@/i18n/useFormat';
import { TermsList } from '@/widgets/stay-terms/TermsList';
import { TooManyGuests } from '@/widgets/stay-terms/TooManyGuests';
import type { Establishment } from './establishment';
import styles from './Rates.module.css';
import type { useStay } from './useStay';

export interface RoomsProps {
  establishment: Establishment;
  stay: ReturnType<typeof useStay>;
  onChooseDates: () => void;
}

interface RoomProps extends RoomsProps {
  /** Its translated name, which the booking shows too. */
  name: string;
  /** Its name in the booking's address; by default the translated one. */
  roomType?: string;
  capacity: number;
  /** List items. */
  facts: ReactNode;
  note?: string;
  /** Whether its button is the main one of the page. */
  isMain: boolean;
}

/** A room with its facts, its conditions, the price of the stay and the booking link. */
export function Room({ establishment, stay, onChooseDates, name, roomType = name, capacity, facts, note, isMain }: RoomProps) {
  const { t } = useTranslation('hotel-detail');
  const format = useFormat();
  const titleId = useId();
  const { dates, nights } = stay;
  const price = establishment.pricePerNight;
  const booking = { hotel: establishment, dates, guests: stay.guests, roomType, pricePerNight: price };
  const variant = isMain ? 'accent' : 'outline';
  return (
    <article aria-labelledby={titleId} className={classes(surface['panel'], styles['room'])}>
      <div className={styles['about']}>
        <h3 id={titleId}>{name}</h3>
        {note && <p className={styles['dates']}>{note}</p>}
        <ul className={styles['facts']}>{facts}</ul>
        <TermsList terms={{ ...HOTEL_TERMS, board: establishment.board }} />
        <TooManyGuests party={partyOf(stay.guests)} capacity={capacity} />
      </div>
      <div className={styles['cost']}>
        <div role="status">
          {nights > 0 && price > 0 ? (
            <>
              <p className={styles['dates']}>
                {dates.arrival &&
                  dates.departure &&
                  t('rates.stay', { arrival: format.shortDate(dates.arrival), departure: format.shortDate(dates.departure) })}
              </p>
              <Price euros={nights * price} large />
              <p className={styles['dates']}>{t('rates.nights', { count: nights, price: format.price(price) })}</p>
            </>
          ) : (
            <>
              <Price euros={price} perNight large />
              {price > 0 && <p className={styles['dates']}>{t('rates.choose')}</p>}
            </>
          )}
        </div>
        {price > 0 && bookControl()}
      </div>
    </article>
  );

  function bookControl() {
    return nights > 0 ? (
      <ButtonLink variant={variant} to={hotelBookingAddress(booking)} aria-describedby={titleId}>
        {t('rates.book')}
      </ButtonLink>
    ) : (
      <Button variant={variant} onClick={onChooseDates} aria-describedby={titleId}>
        {t('rates.book')}
      </Button>
    );
  }
}
