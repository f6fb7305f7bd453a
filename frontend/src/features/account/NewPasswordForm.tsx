import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { changePassword, readProfile } from '@/api/account';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { PasswordField } from '@/components/PasswordField';
import { startSession } from '@/session/session';
import { fieldErrorText } from '@/widgets/auth/fieldErrors';
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

/** Sets the password with the token of a link, whose session becomes the site's. */
export function NewPasswordForm({ token, expiresIn, onDone }: NewPasswordFormProps) {
  const { t } = useTranslation('account');
  const { t: fieldText } = useTranslation(['auth', 'common']);
  const errorText = useErrorText();
  const [submitError, setSubmitError] = useState('');
  const { register, handleSubmit, formState, clearErrors } = useForm<NewPassword>({
    resolver: valibotResolver(NewPassword),
    reValidateMode: 'onSubmit',
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    try {
      const user = await changePassword(password, token);
      startSession({ session: { access_token: token, expires_in: expiresIn }, user, profile: await greetingName(token) });
      onDone();
    } catch (error) {
      setSubmitError(errorText(error));
    }
  });
  const onChange = () => {
    setSubmitError('');
    clearErrors();
  };
  const error = (field: keyof NewPassword) => fieldErrorText(fieldText, errors[field]?.message);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <PasswordField
        label={t('password.new')}
        hint={fieldText('passwordHint')}
        autoComplete="new-password"
        required
        error={error('password')}
        {...register('password')}
      />
      <PasswordField
        label={fieldText('field.confirmPassword')}
        autoComplete="new-password"
        required
        error={error('confirmPassword')}
        {...register('confirmPassword')}
      />
      <Button type="submit" variant="accent" wide busy={isSubmitting}>
        {t('newPassword.submit')}
      </Button>
    </form>
  );
}

/** The first name of the profile. Without an answer the account's own name greets the person. */
async function greetingName(token: string): Promise<{ firstName: string } | null> {
  try {
    return await readProfile(token);
  } catch (error) {
    console.warn('The profile could not be read', error);
    return null;
  }
}
