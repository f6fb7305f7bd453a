import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as v from 'valibot';
import { login } from '@/api/auth';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { PasswordField } from '@/components/PasswordField';
import { TextField } from '@/components/TextField';
import { startSession } from '@/session/session';
import styles from './AuthDialog.module.css';
import { fieldErrorText } from './fieldErrors';
import { pendingLogin, type PendingLogin } from './pendingLogin';
import { useSubmitError } from './useSubmitError';

const required = v.pipe(v.string(), v.nonEmpty('required'));
const Credentials = v.object({
  email: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.email('invalidEmail')),
  password: required,
});
type Credentials = v.InferOutput<typeof Credentials>;

interface LoginFormProps {
  /** The initial value: the new account's email after a registration. */
  email: string;
  onSuccess: () => void;
  /** Runs instead of `onSuccess` if the account has a second factor. */
  onPending: (pending: PendingLogin) => void;
  /** Runs when the person leaves for the page that recovers a password. */
  onForgotten: () => void;
}

export function LoginForm({ email, onSuccess, onPending, onForgotten }: LoginFormProps) {
  const { t } = useTranslation(['auth', 'common']);
  const { submitError, clearSubmitError, showSubmitError } = useSubmitError(t('login.failed'));
  const form = useForm<Credentials>({
    resolver: valibotResolver(Credentials),
    reValidateMode: 'onSubmit',
    defaultValues: { email, password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (credentials): Promise<void> => {
    try {
      const response = await login(credentials.email, credentials.password);
      const pending = await pendingLogin(response);
      if (pending) return onPending(pending);
      startSession(response);
      onSuccess();
    } catch (error) {
      showSubmitError(error);
    }
  });
  const onChange = () => {
    clearSubmitError();
    form.clearErrors();
  };
  const fieldError = (field: keyof Credentials) => fieldErrorText(t, errors[field]?.message);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <TextField
        type="email"
        label={t('field.email')}
        autoComplete="email"
        required
        error={fieldError('email')}
        {...form.register('email')}
      />
      <PasswordField
        label={t('field.password')}
        autoComplete="current-password"
        required
        error={fieldError('password')}
        {...form.register('password')}
      />
      <Link to="/mot-de-passe-oublie" onClick={onForgotten} className={styles['forgotten']}>
        {t('login.forgotten')}
      </Link>
      <Button type="submit" wide busy={isSubmitting}>
        {t('login.submit')}
      </Button>
    </form>
  );
}
