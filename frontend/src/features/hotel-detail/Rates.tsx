import { BedDouble, CircleCheck, Ruler, Users } from 'lucide-react';
import { lazy, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '@/components/Button';
import { Price } from '@/product/Price';
import { Select } from '@/components/Select';
import { hotelBookingAddress } from '@/domain/bookingAddress';
import { GUEST_CHOICES, isGuests } from '@/domain/guests';
import { useFormat } from '@/i18n/useFormat';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { DatesField } from '@/widgets/search-form/DatesField';
import type { Establishment } from './establishment';
import styles from './Rates.module.css';
import { Section } from './Section';
import { useStay } from './useStay';

const DatesDialog = lazy(() => import('@/widgets/search-form/DatesDialog'));

/** Dates, guests, the room, the price of the stay and the booking link. */
export function Rates({ establishment }: { establishment: Establishment }) {
  const { t } = useTranslation('hotel-detail');
  const stay = useStay();
  const [choosing, setChoosing] = useState(false);
  const room = useRef<HTMLDivElement>(null);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (stay.nights === 0) setChoosing(true);
    else room.current?.focus();
  };
  return (
    <Section name="rates">
      <form onSubmit={onSubmit} className={styles['form']}>
        <DatesField value={stay.dates} onChange={stay.setDates} onOpen={() => setChoosing(true)} isOpen={choosing} />
        <Select
          label={t('rates.guests')}
          name="guests"
          value={stay.guests}
          onChange={({ target }) => isGuests(target.value) && stay.setGuests(target.value)}
        >
          {GUEST_CHOICES.map(({ value, key }) => (
            <option key={value} value={value}>
              {t(`rates.${key}`)}
            </option>
          ))}
        </Select>
        <Button type="submit" className={styles['submit']}>
          {t('rates.see')}
        </Button>
      </form>
      <div ref={room} tabIndex={-1}>
        <Room establishment={establishment} stay={stay} onChooseDates={() => setChoosing(true)} />
      </div>
      {choosing && (
        <DialogBoundary onClose={() => setChoosing(false)}>
          <DatesDialog value={stay.dates} onConfirm={stay.setDates} onClose={() => setChoosing(false)} />
        </DialogBoundary>
      )}
    </Section>
  );
}

interface RoomProps {
  establishment: Establishment;
  stay: ReturnType<typeof useStay>;
  onChooseDates: () => void;
}

function Room({ establishment, stay, onChooseDates }: RoomProps) {
  const { t } = useTranslation('hotel-detail');
  const format = useFormat();
  const { dates, nights } = stay;
  const price = establishment.pricePerNight;
  const booking = { hotel: establishment, dates, guests: stay.guests, roomType: t('rates.room'), pricePerNight: price };
  return (
    <article className={styles['room']}>
      <div className={styles['about']}>
        <h3>{t('rates.room')}</h3>
        <ul className={styles['facts']}>
          <li>
            <Users aria-hidden />
            {t('rates.capacity')}
          </li>
          <li>
            <Ruler aria-hidden />
            {t('rates.surface')}
          </li>
          <li>
            <BedDouble aria-hidden />
            {t('rates.bed')}
          </li>
        </ul>
        <p className={styles['cancel']}>
          <CircleCheck aria-hidden />
          {t('rates.cancel')}
        </p>
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
      <ButtonLink variant="accent" to={hotelBookingAddress(booking)}>
        {t('rates.book')}
      </ButtonLink>
    ) : (
      <Button variant="accent" onClick={onChooseDates}>
        {t('rates.book')}
      </Button>
    );
  }
}
