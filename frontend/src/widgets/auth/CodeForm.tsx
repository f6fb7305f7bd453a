import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import styles from './AuthDialog.module.css';
import { CodeField } from './CodeField';
import { useSubmitError } from './useSubmitError';
import { readCode } from './verificationCode';

interface CodeFormProps {
  submitLabel: string;
  /** Verifies the code. Its error is shown. */
  onCode: (code: string) => Promise<void>;
  /** Further actions, after the submit button. */
  children?: ReactNode;
}

/** Asks for a code of the authenticator app. */
export function CodeForm({ submitLabel, onCode, children }: CodeFormProps) {
  const { t } = useTranslation('auth');
  const { submitError, clearSubmitError, showSubmitError } = useSubmitError(t('error.generic'));
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const code = readCode(typed);
    if (code === null) return setFieldError(t('error.codeFormat'));
    setBusy(true);
    try {
      await onCode(code);
    } catch (error) {
      if (isWrongCode(error)) setFieldError(t('error.wrongCode'));
      else showSubmitError(error);
      setBusy(false);
    }
  };
  const change = (value: string) => {
    setTyped(value);
    setFieldError('');
    clearSubmitError();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <CodeField value={typed} error={fieldError} onChange={change} />
      <Button type="submit" wide busy={isBusy}>
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}

/** A code is valid for half a minute, and once. */
function isWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'mfa_verification_failed';
}
