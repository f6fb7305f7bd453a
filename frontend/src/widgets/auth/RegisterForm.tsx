import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { register } from '@/api/auth';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { PasswordField } from '@/components/PasswordField';
import { TextField } from '@/components/TextField';
import styles from './AuthDialog.module.css';
import { fieldErrorText } from './fieldErrors';
import { isTypedTwice, newPasswordFields } from './newPassword';
import { useSubmitError } from './useSubmitError';

const REDIRECT_MS = 2000;

const required = v.pipe(v.string(), v.trim(), v.nonEmpty('required'));
const optional = v.pipe(v.string(), v.trim());

const NewAccount = v.pipe(
  v.object({
    firstName: required,
    lastName: required,
    email: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.email('invalidEmail')),
    phone: optional,
    address: optional,
    city: optional,
    postalCode: optional,
    country: optional,
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
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      address: '',
      city: '',
      postalCode: '',
      country: t('defaultCountry'),
      password: '',
      confirmPassword: '',
    },
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
  const field = (name: keyof NewAccount, autoComplete: string) => ({
    label: t(`field.${name}`),
    error: fieldErrorText(t, errors[name]?.message),
    autoComplete,
    ...form.register(name),
  });

  if (registeredEmail !== undefined) return <Notice tone="success">{t('register.success')}</Notice>;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <div className={styles['pair']}>
        <TextField required {...field('firstName', 'given-name')} />
        <TextField required {...field('lastName', 'family-name')} />
      </div>
      <TextField type="email" required {...field('email', 'email')} />
      <TextField type="tel" {...field('phone', 'tel')} />
      <TextField {...field('address', 'street-address')} />
      <div className={styles['pair']}>
        <TextField {...field('postalCode', 'postal-code')} />
        <TextField {...field('city', 'address-level2')} />
      </div>
      <TextField {...field('country', 'country-name')} />
      <PasswordField required hint={t('passwordHint')} {...field('password', 'new-password')} />
      <PasswordField required {...field('confirmPassword', 'new-password')} />
      <Button type="submit" wide busy={isSubmitting}>
        {t('register.submit')}
      </Button>
    </form>
  );
}
