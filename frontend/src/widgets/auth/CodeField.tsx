import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/TextField';

interface CodeFieldProps {
  value: string;
  error: string;
  onChange: (value: string) => void;
}

/** The input for a code of an authenticator app. */
export function CodeField({ value, error, onChange }: CodeFieldProps) {
  const { t } = useTranslation('auth');
  return (
    <TextField
      label={t('field.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      required
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
