import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Button } from '@/components/Button';
import { TextField } from '@/components/TextField';
import { today } from '@/dates/days';
import styles from './DatesStep.module.css';

/** Asks for the dates that a resort's link may lack, and puts them into the address, which then shows the booking. */
export function DatesStep() {
  const { t } = useTranslation(['booking-dates', 'common']);
  const [query, setQuery] = useSearchParams();
  const [arrival, setArrival] = useState(query.get('checkIn') ?? '');
  const [departure, setDeparture] = useState(query.get('checkOut') ?? '');
  const [checked, setChecked] = useState(false);
  const firstDay = today();

  const missing = (value: string) => (value ? undefined : t('common:form.required'));
  const errors = {
    arrival: missing(arrival) ?? (arrival < firstDay ? t('common:form.dateInPast') : undefined),
    departure: missing(departure) ?? (departure <= arrival ? t('tooEarly') : undefined),
  };
  const shown = (field: keyof typeof errors) => (checked ? errors[field] : undefined);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (errors.arrival || errors.departure) return;
    const complete = new URLSearchParams(query);
    complete.set('checkIn', arrival);
    complete.set('checkOut', departure);
    setQuery(complete, { replace: true });
  };
  return (
    <form noValidate aria-labelledby="booking-dates" onSubmit={submit} className={styles['form']}>
      <h2 id="booking-dates">{t('title')}</h2>
      <TextField
        type="date"
        required
        label={t('arrival')}
        error={shown('arrival')}
        min={firstDay}
        value={arrival}
        onChange={({ target }) => setArrival(target.value)}
      />
      <TextField
        type="date"
        required
        label={t('departure')}
        error={shown('departure')}
        min={arrival || firstDay}
        value={departure}
        onChange={({ target }) => setDeparture(target.value)}
      />
      <Button type="submit" variant="accent">
        {t('submit')}
      </Button>
    </form>
  );
}
