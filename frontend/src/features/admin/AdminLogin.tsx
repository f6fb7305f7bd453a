import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { loginAdministrator } from '@/api/administration';
import { ApiError } from '@/api/errors';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { PasswordField } from '@/components/PasswordField';
import { TextField } from '@/components/TextField';
import { PicturePanel } from '@/widgets/page/PicturePanel';
import styles from './AdminLogin.module.css';
import { startAdminSession } from './adminSession';

const Credentials = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
});
type Credentials = v.InferOutput<typeof Credentials>;

const TOO_MANY_REQUESTS = 429;

/**
 * §5: the server checks name and password. An account without the administrator role gets the same error as an unknown
 * one.
 */
export function AdminLogin({ titleLevel = 1 }: { titleLevel?: 1 | 2 }) {
  const { t } = useTranslation(['admin', 'common']);
  const [submitError, setSubmitError] = useState('');
  const form = useForm<Credentials>({
    resolver: valibotResolver(Credentials),
    reValidateMode: 'onSubmit',
    defaultValues: { name: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const errorText = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) return t('error.connection');
    return error.status === TOO_MANY_REQUESTS && error.serverMessage ? error.serverMessage : t('login.refused');
  };
  const submit = form.handleSubmit(async ({ name, password }) => {
    try {
      const access = await loginAdministrator(name, password);
      if (access) startAdminSession({ ...access, name });
      else setSubmitError(t('login.refused'));
    } catch (error) {
      setSubmitError(errorText(error));
    }
  });
  const onChange = () => {
    setSubmitError('');
    form.clearErrors();
  };
  const required = (field: keyof Credentials) => errors[field] && t('common:form.required');

  return (
    <PicturePanel title={t('title')} titleLevel={titleLevel} lead={t('login.lead')} picture="harbour-2">
      <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={styles['form']}>
        {submitError && <Notice tone="error">{submitError}</Notice>}
        <TextField label={t('login.name')} autoComplete="username" autoCapitalize="none" spellCheck={false} required error={required('name')} {...form.register('name')} />
        <PasswordField label={t('login.password')} autoComplete="current-password" required error={required('password')} {...form.register('password')} />
        <Button type="submit" variant="accent" wide busy={isSubmitting}>
          {t('login.submit')}
        </Button>
      </form>
    </PicturePanel>
  );
}
