import { LocateFixed } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { NO_DATES } from '@/dates/dateRange';
import { DEFAULT_GUESTS, type Guests } from '@/domain/guests';
import { DatesField } from '@/widgets/search-form/DatesField';
import { DestinationCombobox } from '@/widgets/search-form/DestinationCombobox';
import { GuestsSelect } from '@/widgets/search-form/GuestsSelect';
import { LocateError, locateTown, type LocateFailure } from '@/widgets/search-form/locate';
import { useSubmitSearch } from '@/widgets/search-form/useSubmitSearch';
import styles from './SearchForm.module.css';

/** §2 Home: the search form. Only the destination can be missing (§5): guests have a default. */
export function SearchForm() {
  const { t } = useTranslation(['search', 'common']);
  const submitSearch = useSubmitSearch();
  const [destination, setDestination] = useState('');
  const [dates, setDates] = useState(NO_DATES);
  const [guests, setGuests] = useState<Guests>(DEFAULT_GUESTS);
  const [isMissing, setMissing] = useState(false);
  const [isLocating, setLocating] = useState(false);
  const [locateError, setLocateError] = useState<LocateFailure | 'far' | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = destination.trim();
    setMissing(!wanted);
    if (wanted) submitSearch({ destination: wanted, dates, guests });
  };
  const change = (text: string) => {
    setDestination(text);
    setMissing(false);
    setLocateError(null);
  };
  const locate = async () => {
    setLocating(true);
    setLocateError(null);
    try {
      const { town, far } = await locateTown();
      change(town);
      if (far) setLocateError('far');
    } catch (error) {
      setLocateError(error instanceof LocateError ? error.reason : 'other');
    } finally {
      setLocating(false);
    }
  };

  return (
    <form role="search" noValidate onSubmit={submit} className={styles['form']}>
      <div className={styles['destination']}>
        <DestinationCombobox
          value={destination}
          onChange={change}
          disabled={isLocating}
          error={isMissing ? t('common:form.required') : undefined}
        />
        <button
          type="button"
          className={styles['locate']}
          disabled={isLocating}
          aria-label={isLocating ? t('destination.locating') : t('destination.locate')}
          onClick={() => void locate()}
        >
          <LocateFixed aria-hidden data-busy={isLocating || undefined} />
        </button>
      </div>
      <DatesField value={dates} onChange={setDates} />
      <GuestsSelect value={guests} onChange={setGuests} />
      <Button type="submit" variant="accent" className={styles['submit']}>
        {t('common:action.search')}
      </Button>
      {locateError && (
        <div className={styles['locateError']}>
          <Notice tone={locateError === 'far' ? 'info' : 'error'}>{t(`geolocation.${locateError}`)}</Notice>
        </div>
      )}
    </form>
  );
}
