import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/components/TextField';
import { emailDoubt, type EmailDoubt } from './emailDoubt';
import styles from './EmailField.module.css';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'hint'> & { onCorrect: (address: string) => void };

/** An e-mail field that hints at a doubtful address when it is left, and offers a likely one. It takes any address. */
export function EmailField({ onCorrect, onBlur, onChange, ...field }: EmailFieldProps) {
  const [doubt, setDoubt] = useState<EmailDoubt>(null);
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      hint={
        doubt && (
          <Doubt
            doubt={doubt}
            onCorrect={(address) => {
              onCorrect(address);
              setDoubt(null);
            }}
          />
        )
      }
      onChange={(event) => {
        setDoubt(null);
        onChange?.(event);
      }}
      onBlur={(event) => {
        setDoubt(emailDoubt(event.target.value));
        onBlur?.(event);
      }}
    />
  );
}

function Doubt({ doubt, onCorrect }: { doubt: NonNullable<EmailDoubt>; onCorrect: (address: string) => void }) {
  const { t } = useTranslation('booking');
  if (doubt.kind === 'incomplete') return <span role="status">{t('email.incomplete')}</span>;
  return (
    <span role="status">
      {t('email.suggestion', { address: doubt.address })}{' '}
      <button type="button" className={styles['correct']} onClick={() => onCorrect(doubt.address)}>
        {t('email.correct')}
      </button>
    </span>
  );
}
