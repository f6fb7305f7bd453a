import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { useServerText } from '@/widgets/errors/useFailureText';

/**
 * The error of a failed submission: the server's own message, else `fallback`; a generic one if the server was not
 * reached.
 */
export function useSubmitError(fallback: string) {
  const { t } = useTranslation('auth');
  const serverText = useServerText();
  const [submitError, setSubmitError] = useState('');
  return {
    submitError,
    clearSubmitError: () => setSubmitError(''),
    showSubmitError: (error: unknown) => {
      setSubmitError(error instanceof ApiError ? serverText(error, fallback) : t('error.generic'));
    },
  };
}
