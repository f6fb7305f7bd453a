import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '@/components/Picture';
import { NO_DATES } from '@/features/search-form/dateRange';
import { DatesField } from '@/features/search-form/DatesField';
import { DestinationCombobox } from '@/features/search-form/DestinationCombobox';
import { DEFAULT_GUESTS, type Guests } from '@/features/search-form/guests';
import { GuestsSelect } from '@/features/search-form/GuestsSelect';
import { Button } from '@/components/Button';
import styles from './Hero.module.css';

export function Hero() {
  const { t } = useTranslation(['home', 'common']);
  const [destination, setDestination] = useState('');
  const [dates, setDates] = useState(NO_DATES);
  const [guests, setGuests] = useState<Guests>(DEFAULT_GUESTS);
  return (
    <section className={styles['hero']}>
      <Picture name="hero-home" alt="" sizes="100vw" fill priority />
      <div className={styles['words']}>
        <h1>{t('hero.heading')}</h1>
        <p>{t('hero.text')}</p>
      </div>
      <form action="/search" className={styles['form']}>
        <DestinationCombobox value={destination} onChange={setDestination} />
        <DatesField value={dates} onChange={setDates} />
        <GuestsSelect value={guests} onChange={setGuests} />
        <Button type="submit" variant="accent">
          {t('common:action.search')}
        </Button>
      </form>
    </section>
  );
}
