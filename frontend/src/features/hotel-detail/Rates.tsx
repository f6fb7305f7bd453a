import { BedDouble, Ruler, Users } from 'lucide-react';
import { lazy, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import panel from '@/components/FormPanel.module.css';
import { Select } from '@/components/Select';
import { STANDARD_ROOM } from '@/domain/booking';
import { GUEST_CHOICES, isGuests, partyOf } from '@/domain/guests';
import { STANDARD_CAPACITY } from '@/domain/stayTerms';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { DatesField } from '@/widgets/search-form/DatesField';
import type { Establishment } from './establishment';
import { OwnRooms } from './OwnRooms';
import styles from './Rates.module.css';
import { Room, type RoomsProps } from './Room';
import { Section } from './Section';
import { useStay } from './useStay';

const DatesDialog = lazy(() => import('@/widgets/search-form/DatesDialog'));

/** Dates and guests, and the rooms with the price of the stay. */
export function Rates({ establishment }: { establishment: Establishment }) {
  const { t } = useTranslation('hotel-detail');
  const stay = useStay();
  const [choosing, setChoosing] = useState(false);
  const room = useRef<HTMLDivElement>(null);

  const rooms = { establishment, stay, onChooseDates: () => setChoosing(true) };
  const capacities = [...establishment.ownRooms.map(({ most }) => most), STANDARD_CAPACITY];
  const { count } = partyOf(stay.guests);
  // The first room that is large enough has the main button.
  const main = Math.max(0, capacities.findIndex((capacity) => capacity >= count));
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (stay.nights === 0) setChoosing(true);
    else room.current?.focus();
  };
  return (
    <Section name="rates">
      <form onSubmit={onSubmit} className={classes(panel['panel'], styles['form'])}>
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
      <div ref={room} tabIndex={-1} className={styles['rooms']}>
        <OwnRooms {...rooms} main={main} />
        <StandardRoom {...rooms} isMain={main === establishment.ownRooms.length} />
      </div>
      {choosing && (
        <DialogBoundary onClose={() => setChoosing(false)}>
          <DatesDialog value={stay.dates} onConfirm={stay.setDates} onClose={() => setChoosing(false)} />
        </DialogBoundary>
      )}
    </Section>
  );
}

/** §2: the room that the page of every hotel has. */
function StandardRoom(props: RoomsProps & { isMain: boolean }) {
  const { t } = useTranslation(['hotel-detail', 'stay-terms']);
  return (
    <Room
      {...props}
      name={t('rates.room')}
      roomType={STANDARD_ROOM}
      capacity={STANDARD_CAPACITY}
      {...(props.establishment.ownRooms.length > 0 && { note: t('stay-terms:standard') })}
      facts={
        <>
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
        </>
      }
    />
  );
}
