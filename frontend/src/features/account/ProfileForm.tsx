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
import { toast } from '@/components/toasts';
import { contactFields, NO_CONTACT } from '@/widgets/auth/contact';
import { ContactFields } from '@/widgets/auth/ContactFields';
import { fieldErrorText } from '@/widgets/auth/fieldErrors';
import styles from './Form.module.css';
import { changeStoredProfile } from './storedProfile';
import { useErrorText } from './useErrorText';

const Details = v.object(contactFields);

/** The maximum length that the server accepts. */
const LENGTHS = { firstName: 100, lastName: 100, phone: 40, address: 200, city: 100, postalCode: 20, country: 100 } as const;

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
    defaultValues: saved ?? NO_CONTACT,
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (details) => {
    try {
      const stored = await saveProfile(details, token);
      queryClient.setQueryData(profileQuery(token).queryKey, stored);
      form.reset(stored ?? details);
      changeStoredProfile(token, { first_name: details.firstName });
      toast(t('profile.saved'), 'success');
    } catch (error) {
      // The function's message names the field in the page's language.
      const isInvalid = error instanceof ApiError && error.code === 'validation_failed';
      setSubmitError((isInvalid && error.serverMessage) || errorText(error));
    }
  });
  const onChange = () => {
    setSubmitError('');
    form.clearErrors();
  };
  const field = (name: keyof ProfileDetails) => ({
    label: fieldText(`field.${name}`),
    error: fieldErrorText(fieldText, errors[name]?.message),
    maxLength: LENGTHS[name],
    ...form.register(name),
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <ContactFields field={field} />
      <Button type="submit" variant="accent" busy={isSubmitting} className={styles['submit']}>
        {t('profile.submit')}
      </Button>
    </form>
  );
}
