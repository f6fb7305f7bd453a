import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';

/** What to say when the server refused: its own sentence, else that of the form; anything else is an error like any. */
export function useRefusal(fallback: string) {
  const { t } = useTranslation('auth');
  const [refusal, setRefusal] = useState('');
  return {
    refusal,
    clear: () => setRefusal(''),
    explain: (error: unknown) => {
      setRefusal(error instanceof ApiError ? (error.serverMessage ?? fallback) : t('error.generic'));
    },
  };
}
