import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { ApiError } from '@/api/errors';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { PasswordField } from '@/components/PasswordField';
import { toast } from '@/components/toasts';
import type { Session } from '@/session/session';
import { fieldErrorText } from '@/widgets/auth/fieldErrors';
import { NewPasswordFields } from '@/widgets/auth/NewPasswordFields';
import { isTypedTwice, newPasswordFields } from '@/widgets/auth/newPassword';
import { AccountSection } from './AccountSection';
import styles from './Form.module.css';
import { replacePassword } from './replacePassword';
import { useErrorText } from './useErrorText';

const Passwords = v.pipe(
  v.object({ current: v.pipe(v.string(), v.nonEmpty('required')), ...newPasswordFields }),
  v.forward(v.partialCheck([['password'], ['confirmPassword']], isTypedTwice, 'passwordMismatch'), ['confirmPassword']),
);
type Passwords = v.InferOutput<typeof Passwords>;
const EMPTY: Passwords = { current: '', password: '', confirmPassword: '' };

/** Changes the password, which ends all other sessions. */
export function PasswordSection({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const { t: fieldText } = useTranslation(['auth', 'common']);
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [submitError, setSubmitError] = useState('');
  const form = useForm<Passwords>({
    resolver: valibotResolver(Passwords),
    reValidateMode: 'onSubmit',
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = form.formState;
  const { email } = session.profile;

  const submit = form.handleSubmit(async ({ current, password }) => {
    try {
      await replacePassword(session, current, password);
      form.reset(EMPTY);
      toast(t('password.done'), 'success');
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    } catch (error) {
      if (isWrongPassword(error)) form.setError('current', { message: 'wrongPassword' }, { shouldFocus: true });
      else setSubmitError(errorText(error));
    }
  });
  const onChange = () => {
    setSubmitError('');
    form.clearErrors();
  };
  const field = (name: keyof Passwords) => ({ error: fieldErrorText(fieldText, errors[name]?.message), ...form.register(name) });
  const isWrong = errors.current?.message === 'wrongPassword';
  return (
    <AccountSection title={t('password.title')} lead={t('password.lead')}>
      <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
        {submitError && <Notice tone="error">{submitError}</Notice>}
        <input type="email" name="email" value={email} readOnly hidden autoComplete="username" />
        <PasswordField
          label={t('password.current')}
          autoComplete="current-password"
          required
          {...field('current')}
          {...(isWrong && { error: t('error.wrongPassword') })}
        />
        <NewPasswordFields label={t('password.new')} field={field} />
        <Button type="submit" busy={isSubmitting} className={styles['submit']}>
          {t('password.submit')}
        </Button>
      </form>
    </AccountSection>
  );
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'invalid_credentials';
}
