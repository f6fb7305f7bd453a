import { useTranslation } from 'react-i18next';
import { Select } from '@/components/Select';
import { GUEST_CHOICES, isGuests, type Guests } from '@/domain/guests';

interface GuestsSelectProps {
  value: Guests;
  onChange: (guests: Guests) => void;
  hideLabel?: boolean;
  className?: string;
}

export function GuestsSelect({ value, onChange, hideLabel, className }: GuestsSelectProps) {
  const { t } = useTranslation('search');
  return (
    <Select
      label={t('guests.label')}
      name="guests"
      required
      value={value}
      onChange={(event) => isGuests(event.target.value) && onChange(event.target.value)}
      {...(hideLabel && { hideLabel })}
      {...(className && { className })}
    >
      {GUEST_CHOICES.map(({ value: choice, key }) => (
        <option key={choice} value={choice}>
          {t(`guests.${key}`)}
        </option>
      ))}
    </Select>
  );
}
