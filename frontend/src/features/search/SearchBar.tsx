import { Search as SearchIcon } from 'lucide-react';
import { lazy, memo, useMemo, useState, type Ref, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import panel from '@/components/FormPanel.module.css';
import { readSearch, type Search } from '@/domain/searchAddress';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { useAddressParams } from '@/widgets/page/useAddressParams';
import { DatesField } from '@/widgets/search-form/DatesField';
import { DestinationCombobox } from '@/widgets/search-form/DestinationCombobox';
import { GuestsSelect } from '@/widgets/search-form/GuestsSelect';
import { useSubmitSearch } from '@/widgets/search-form/useSubmitSearch';
import styles from './SearchBar.module.css';

const DatesDialog = lazy(() => import('@/widgets/search-form/DatesDialog'));

interface SearchBarProps {
  search: Search;
  locating: boolean;
  destinationInput: Ref<HTMLInputElement>;
  onSubmitted: () => void;
}

/** Dates and guests apply at once, because prices and links depend on them. A new destination must be submitted. */
export const SearchBar = memo(function SearchBar({ search, locating, destinationInput, onSubmitted }: SearchBarProps) {
  const { t } = useTranslation(['search', 'common']);
  const { params, change } = useAddressParams();
  const { dates, guests } = useMemo(() => readSearch(params), [params]);
  const [destination, setDestination] = useState(search.destination);
  const [searched, setSearched] = useState(search.destination);
  // The back button or a geolocation can change the destination.
  if (searched !== search.destination) {
    setSearched(search.destination);
    setDestination(search.destination);
  }
  const [choosingDates, setChoosingDates] = useState(false);
  const [missing, setMissing] = useState(false);
  const submitSearch = useSubmitSearch();

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = destination.trim();
    setMissing(!wanted);
    if (!wanted) return;
    submitSearch({ ...search, dates, guests, destination: wanted });
    onSubmitted();
  };

  return (
    <form role="search" aria-label={t('results.searchLabel')} noValidate onSubmit={onSubmit} className={classes(panel['panel'], styles['bar'])}>
      <DestinationCombobox
        ref={destinationInput}
        value={destination}
        onChange={(text) => {
          setDestination(text);
          setMissing(false);
        }}
        disabled={locating}
        error={missing ? t('common:form.required') : undefined}
      />
      <DatesField value={dates} onChange={() => {}} onOpen={() => setChoosingDates(true)} isOpen={choosingDates} />
      <GuestsSelect value={guests} onChange={(chosen) => change({ guests: chosen })} />
      <Button type="submit" variant="accent" busy={locating} icon={<SearchIcon aria-hidden />} className={styles['submit']}>
        {t('common:action.search')}
      </Button>
      {choosingDates && (
        <DialogBoundary onClose={() => setChoosingDates(false)}>
          <DatesDialog
            value={dates}
            onConfirm={({ arrival, departure }) => change({ checkin: arrival, checkout: departure })}
            onClose={() => setChoosingDates(false)}
          />
        </DialogBoundary>
      )}
    </form>
  );
});
