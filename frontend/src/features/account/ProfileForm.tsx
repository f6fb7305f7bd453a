import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { profileQuery, saveProfile, type ProfileDetails } from '@/api/account';
import { ApiError } from '@/api/errors';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { TextField } from '@/components/TextField';
import { toast } from '@/components/toasts';
import { fieldErrorText } from '@/widgets/auth/fieldErrors';
import styles from './Form.module.css';
import { renameInSession } from './renameInSession';
import { useErrorText } from './useErrorText';

const required = v.pipe(v.string(), v.trim(), v.nonEmpty('required'));
const optional = v.pipe(v.string(), v.trim());
const Details = v.object({
  firstName: required,
  lastName: required,
  phone: optional,
  address: optional,
  city: optional,
  postalCode: optional,
  country: optional,
});

/** The most characters that the server takes. */
const LENGTHS = { firstName: 100, lastName: 100, phone: 40, address: 200, city: 100, postalCode: 20, country: 100 } as const;
const EMPTY: ProfileDetails = { firstName: '', lastName: '', phone: '', address: '', city: '', postalCode: '', country: '' };

interface ProfileFormProps {
  /** Null for an account without a profile. */
  saved: ProfileDetails | null;
  token: string;
}

export function ProfileForm({ saved, token }: ProfileFormProps) {
  const { t } = useTranslation('account');
  const { t: fieldText } = useTranslation(['auth', 'common']);
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [submitError, setSubmitError] = useState('');
  const form = useForm<ProfileDetails>({
    resolver: valibotResolver(Details),
    reValidateMode: 'onSubmit',
    defaultValues: saved ?? EMPTY,
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (details) => {
    try {
      const stored = await saveProfile(details, token);
      queryClient.setQueryData(profileQuery(token).queryKey, stored);
      form.reset(stored ?? details);
      renameInSession(token, details.firstName);
      toast(t('profile.saved'), 'success');
    } catch (error) {
      // The function names the field in the page's language.
      const isInvalid = error instanceof ApiError && error.code === 'validation_failed';
      setSubmitError((isInvalid && error.serverMessage) || errorText(error));
    }
  });
  const onChange = () => {
    setSubmitError('');
    form.clearErrors();
  };
  const field = (name: keyof ProfileDetails, autoComplete: string) => ({
    label: fieldText(`field.${name}`),
    error: fieldErrorText(fieldText, errors[name]?.message),
    maxLength: LENGTHS[name],
    autoComplete,
    ...form.register(name),
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <div className={styles['pair']}>
        <TextField required {...field('firstName', 'given-name')} />
        <TextField required {...field('lastName', 'family-name')} />
      </div>
      <TextField type="tel" {...field('phone', 'tel')} />
      <TextField {...field('address', 'street-address')} />
      <div className={styles['pair']}>
        <TextField {...field('postalCode', 'postal-code')} />
        <TextField {...field('city', 'address-level2')} />
      </div>
      <TextField {...field('country', 'country-name')} />
      <Button type="submit" variant="accent" busy={isSubmitting} className={styles['submit']}>
        {t('profile.submit')}
      </Button>
    </form>
  );
}
