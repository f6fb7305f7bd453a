import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { register } from '@/api/auth';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { TextField } from '@/components/TextField';
import styles from './AuthDialog.module.css';
import { contactFields, NO_CONTACT } from './contact';
import { ContactFields } from './ContactFields';
import { fieldErrorText } from './fieldErrors';
import { isTypedTwice, newPasswordFields } from './newPassword';
import { NewPasswordFields } from './NewPasswordFields';
import { useSubmitError } from './useSubmitError';

const REDIRECT_MS = 2000;

const NewAccount = v.pipe(
  v.object({
    ...contactFields,
    email: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.email('invalidEmail')),
    ...newPasswordFields,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      isTypedTwice,
      'passwordMismatch',
    ),
    ['confirmPassword'],
  ),
);
type NewAccount = v.InferOutput<typeof NewAccount>;

export function RegisterForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { t } = useTranslation(['auth', 'common']);
  const { submitError, clearSubmitError, showSubmitError } = useSubmitError(t('register.failed'));
  const [registeredEmail, setRegisteredEmail] = useState<string>();
  const form = useForm<NewAccount>({
    resolver: valibotResolver(NewAccount),
    reValidateMode: 'onSubmit',
    defaultValues: { ...NO_CONTACT, country: t('defaultCountry'), email: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;

  useEffect(() => {
    if (registeredEmail === undefined) return undefined;
    const redirect = setTimeout(() => onRegistered(registeredEmail), REDIRECT_MS);
    return () => clearTimeout(redirect);
  }, [registeredEmail, onRegistered]);

  const submit = form.handleSubmit(async ({ email, password, ...rest }) => {
    const { confirmPassword: _confirmed, ...userData } = rest;
    try {
      await register({ email, password, userData });
      setRegisteredEmail(email);
    } catch (error) {
      showSubmitError(error);
    }
  });
  const onChange = () => {
    clearSubmitError();
    form.clearErrors();
  };
  const field = (name: keyof NewAccount) => ({
    label: t(`field.${name}`),
    error: fieldErrorText(t, errors[name]?.message),
    ...form.register(name),
  });

  if (registeredEmail !== undefined) return <Notice tone="success">{t('register.success')}</Notice>;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <ContactFields field={field}>
        {() => <TextField type="email" autoComplete="email" required {...field('email')} />}
      </ContactFields>
      <NewPasswordFields label={t('field.password')} field={field} />
      <Button type="submit" wide busy={isSubmitting}>
        {t('register.submit')}
      </Button>
    </form>
  );
}
