import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { accountQuery, changeEmail } from '@/api/account';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { TextField } from '@/components/TextField';
import { currentLanguage, pathInLanguage } from '@/i18n/language';
import type { Session } from '@/session/session';
import { AccountSection } from './AccountSection';
import styles from './Form.module.css';
import { useErrorText } from './useErrorText';

const Email = v.pipe(v.string(), v.trim(), v.email());

/** Changes the address of the account. The change takes effect once the links in the mails were opened. */
export function EmailSection({ session }: { session: Session }) {
  const { t } = useTranslation(['account', 'auth', 'common']);
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const { token } = session;
  const query = accountQuery(token);
  const { data: account } = useQuery(query);
  const [typed, setTyped] = useState('');
  const [fieldError, setFieldError] = useState('');
  const [submitError, setSubmitError] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const email = v.safeParse(Email, typed);
    if (!email.success) return setFieldError(t(typed.trim() ? 'common:form.invalidEmail' : 'common:form.required'));
    if (email.output.toLowerCase() === session.profile.email.toLowerCase()) return setFieldError(t('error.sameEmail'));
    setBusy(true);
    try {
      await changeEmail(email.output, accountAddress(), token);
      setTyped('');
      await queryClient.invalidateQueries(query);
    } catch (error) {
      setSubmitError(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const change = (value: string) => {
    setTyped(value);
    setFieldError('');
    setSubmitError('');
  };
  return (
    <AccountSection title={t('email.title')} lead={t('email.lead', { email: session.profile.email })}>
      {account?.newEmail && <Notice tone="info">{t('email.pending', { email: account.newEmail })}</Notice>}
      <form noValidate onSubmit={(event) => void submit(event)} className={styles['form']}>
        {submitError && <Notice tone="error">{submitError}</Notice>}
        <TextField
          type="email"
          label={t('email.new')}
          autoComplete="email"
          required
          value={typed}
          error={fieldError}
          onChange={({ target }) => change(target.value)}
        />
        <Button type="submit" busy={isBusy} className={styles['submit']}>
          {t('email.submit')}
        </Button>
      </form>
    </AccountSection>
  );
}

/** The address of this page, to which the links in the mails lead. */
function accountAddress(): string {
  return new URL(pathInLanguage('/compte', currentLanguage()), location.origin).href;
}
