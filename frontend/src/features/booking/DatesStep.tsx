import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '@/components/Button';
import { TextField } from '@/components/TextField';
import { addDays, parseDay, today } from '@/dates/days';
import styles from './BookingPage.module.css';

interface DatesStepProps {
  /** The parameters of the first and the last day. */
  names: readonly [string, string];
  /** A rental may end on its first day, a stay may not. */
  isRental?: boolean;
}

/** Asks for dates that the address lacks or that are over, and puts them into it. The address then shows the booking. */
export function DatesStep({ names: [first, last], isRental = false }: DatesStepProps) {
  const { t } = useTranslation(['booking-dates', 'booking-car', 'common']);
  const [query, setQuery] = useSearchParams();
  const [arrival, setArrival] = useState(() => parseDay(query.get(first)) ?? '');
  const [departure, setDeparture] = useState(() => parseDay(query.get(last)) ?? '');
  // Dates that came with the address are judged at once.
  const [checked, setChecked] = useState(Boolean(arrival || departure));
  const firstDay = today();
  const earliestReturn = isRental || !parseDay(arrival) ? arrival : addDays(arrival, 1);

  const missing = (value: string) => (value ? undefined : t('common:form.required'));
  const errors = {
    arrival: missing(arrival) ?? (arrival < firstDay ? t('common:form.dateInPast') : undefined),
    departure: missing(departure) ?? (departure < earliestReturn ? t('tooEarly') : undefined),
  };
  const shown = (field: keyof typeof errors) => (checked ? errors[field] : undefined);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (errors.arrival || errors.departure) return;
    const complete = new URLSearchParams(query);
    complete.set(first, arrival);
    complete.set(last, departure);
    setQuery(complete, { replace: true });
  };
  return (
    <form noValidate aria-labelledby="booking-dates" onSubmit={submit} className={styles['panel']}>
      <h2 id="booking-dates">{t('title')}</h2>
      <TextField
        type="date"
        required
        label={isRental ? t('booking-car:summary.pickup') : t('arrival')}
        error={shown('arrival')}
        min={firstDay}
        value={arrival}
        onChange={({ target }) => setArrival(target.value)}
      />
      <TextField
        type="date"
        required
        label={isRental ? t('booking-car:summary.return') : t('departure')}
        error={shown('departure')}
        min={earliestReturn || firstDay}
        value={departure}
        onChange={({ target }) => setDeparture(target.value)}
      />
      <Button type="submit" variant="accent">
        {t('submit')}
      </Button>
    </form>
  );
}
