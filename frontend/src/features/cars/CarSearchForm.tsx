import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { CAR_LOCATIONS, isCarLocation } from '@/domain/carLocations';
import { DEFAULT_TIME, HOURS, type CarSearch } from '@/domain/carSearch';
import { useFormat } from '@/i18n/useFormat';
import { useToday } from '@/widgets/page/useToday';
import styles from './CarSearchForm.module.css';

interface CarSearchFormProps {
  search: CarSearch | null;
  onSearch: (search: CarSearch) => void;
}

const EMPTY = { location: '', pickupDate: '', pickupTime: DEFAULT_TIME, returnDate: '', returnTime: DEFAULT_TIME };
type Draft = typeof EMPTY;

/** §5: the place and both dates are required, and the dates must not be in the past. */
export function CarSearchForm({ search, onSearch }: CarSearchFormProps) {
  const { t } = useTranslation(['cars', 'common']);
  const [draft, setDraft] = useState<Draft>(search ?? EMPTY);
  const [checked, setChecked] = useState(false);
  const firstDay = useToday();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });

  const missing = (value: string) => (value ? undefined : t('common:form.required'));
  const errors = {
    location: missing(draft.location),
    pickupDate: missing(draft.pickupDate) ?? (firstDay && draft.pickupDate < firstDay ? t('common:form.dateInPast') : undefined),
    returnDate: missing(draft.returnDate) ?? (draft.returnDate < draft.pickupDate ? t('search.returnTooEarly') : undefined),
  };
  const shown = (field: keyof typeof errors) => (checked ? errors[field] : undefined);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    const { location, ...times } = draft;
    if (isCarLocation(location) && !errors.pickupDate && !errors.returnDate) onSearch({ location, ...times });
  };

  return (
    <form role="search" noValidate aria-label={t('search.label')} onSubmit={submit} className={styles['form']}>
      <div className={styles['location']}>
        <Select
          label={t('search.location')}
          required
          error={shown('location')}
          value={draft.location}
          onChange={({ target }) => change({ location: target.value })}
        >
          <option value="">{t('search.chooseLocation')}</option>
          {CAR_LOCATIONS.map(({ kind, ids }) => (
            <optgroup key={kind} label={t(`locations.${kind}`)}>
              {ids.map((id) => (
                <option key={id} value={id}>
                  {t(`location.${id}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </div>
      <TextField
        type="date"
        label={t('search.pickupDate')}
        required
        error={shown('pickupDate')}
        min={firstDay}
        value={draft.pickupDate}
        onChange={({ target }) => change({ pickupDate: target.value })}
      />
      <Hours label={t('search.pickupTime')} value={draft.pickupTime} onChange={(pickupTime) => change({ pickupTime })} />
      <TextField
        type="date"
        label={t('search.returnDate')}
        required
        error={shown('returnDate')}
        min={draft.pickupDate || firstDay}
        value={draft.returnDate}
        onChange={({ target }) => change({ returnDate: target.value })}
      />
      <Hours label={t('search.returnTime')} value={draft.returnTime} onChange={(returnTime) => change({ returnTime })} />
      <Button type="submit" variant="accent" className={styles['submit']}>
        {t('search.submit')}
      </Button>
    </form>
  );
}

function Hours({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const format = useFormat();
  return (
    <Select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {HOURS.map((hour) => (
        <option key={hour} value={hour}>
          {format.time(hour)}
        </option>
      ))}
    </Select>
  );
}
