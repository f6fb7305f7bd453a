import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { changePassword, readAccount, readProfile } from '@/api/account';
import { ApiError } from '@/api/errors';
import { verifyCodeOfAny } from '@/api/secondFactors';
import type { UserSession } from '@/api/user';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { startSession } from '@/session/session';
import { CodeForm } from '@/widgets/auth/CodeForm';
import { fieldErrorText } from '@/widgets/auth/fieldErrors';
import { NewPasswordFields } from '@/widgets/auth/NewPasswordFields';
import { isTypedTwice, newPasswordFields } from '@/widgets/auth/newPassword';
import styles from './Form.module.css';
import { useErrorText } from './useErrorText';

const NewPassword = v.pipe(
  v.object(newPasswordFields),
  v.forward(v.partialCheck([['password'], ['confirmPassword']], isTypedTwice, 'passwordMismatch'), ['confirmPassword']),
);
type NewPassword = v.InferOutput<typeof NewPassword>;

interface NewPasswordFormProps {
  token: string;
  /** The lifetime of the token in seconds. */
  expiresIn: number | undefined;
  onDone: () => void;
}

/** Sets the password with the token of a link. The session of the link becomes the site's. */
export function NewPasswordForm({ token, expiresIn, onDone }: NewPasswordFormProps) {
  const { t } = useTranslation('account');
  const { t: fieldText } = useTranslation(['auth', 'common']);
  const errorText = useErrorText();
  const [submitError, setSubmitError] = useState('');
  /** The new password while the form asks for a code, because the account has a second factor. */
  const [pendingPassword, setPendingPassword] = useState('');
  const { register, handleSubmit, formState, clearErrors } = useForm<NewPassword>({
    resolver: valibotResolver(NewPassword),
    reValidateMode: 'onSubmit',
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;

  const save = async (password: string, session: UserSession) => {
    const bearer = session.access_token;
    const user = await changePassword(password, bearer);
    startSession({ session, user, profile: await greetingName(bearer) });
    onDone();
  };
  const submit = handleSubmit(async ({ password }) => {
    try {
      await save(password, { access_token: token, expires_in: expiresIn });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'insufficient_aal') setPendingPassword(password);
      else setSubmitError(errorText(error));
    }
  });
  const verify = async (code: string) => {
    const { secondFactors } = await readAccount(token);
    const session = await verifyCodeOfAny(secondFactors.map(({ id }) => id), code, token);
    try {
      await save(pendingPassword, session);
    } catch (error) {
      setSubmitError(errorText(error));
      setPendingPassword('');
    }
  };
  const onChange = () => {
    setSubmitError('');
    clearErrors();
  };
  const field = (name: keyof NewPassword) => ({ error: fieldErrorText(fieldText, errors[name]?.message), ...register(name) });
  if (pendingPassword) {
    return (
      <>
        <p>{fieldText('code.lead')}</p>
        <CodeForm submitLabel={t('newPassword.submit')} onCode={verify} />
      </>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <NewPasswordFields label={t('password.new')} field={field} />
      <Button type="submit" variant="accent" wide busy={isSubmitting}>
        {t('newPassword.submit')}
      </Button>
    </form>
  );
}

/** The first name of the profile. If it cannot be read, the greeting uses the account's `user_metadata`. */
async function greetingName(token: string): Promise<{ firstName: string } | null> {
  try {
    return await readProfile(token);
  } catch (error) {
    console.warn('The profile could not be read', error);
    return null;
  }
}
