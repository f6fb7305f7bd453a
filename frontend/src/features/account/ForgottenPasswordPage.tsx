import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { requestRecovery } from '@/api/account';
import { ApiError } from '@/api/errors';
import { Button, ButtonLink } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { TextField } from '@/components/TextField';
import { currentLanguage, pathInLanguage } from '@/i18n/language';
import { fieldErrorText } from '@/widgets/auth/fieldErrors';
import { PageTitle } from '@/widgets/page/PageTitle';
import { PicturePanel } from '@/widgets/page/PicturePanel';
import form from './Form.module.css';
import { PanelSkeleton } from './PanelSkeleton';
import { useErrorText } from './useErrorText';

const Recovery = v.object({ email: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.email('invalidEmail')) });
type Recovery = v.InferOutput<typeof Recovery>;

export const handle = { Skeleton: PanelSkeleton };

/** `/mot-de-passe-oublie`: asks for a mail with a link that leads to `/nouveau-mot-de-passe`. */
export function Component() {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState('');
  return (
    <>
      <PageTitle indexed={false}>{t('forgotten.title')}</PageTitle>
      <PicturePanel title={t('forgotten.title')} lead={sentTo ? undefined : t('forgotten.lead')} picture="harbour-3">
        {sentTo ? <Sent email={sentTo} onAgain={() => setSentTo('')} /> : <RecoveryForm onSent={setSentTo} />}
      </PicturePanel>
    </>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  return (
    <>
      <Notice tone="success">{t('forgotten.sent', { email })}</Notice>
      <p>{t('forgotten.sentHint')}</p>
      <div className={form['actions']}>
        <Button variant="outline" onClick={onAgain}>
          {t('forgotten.again')}
        </Button>
        <ButtonLink to="/" variant="quiet">
          {t('common:action.backHome')}
        </ButtonLink>
      </div>
    </>
  );
}

function RecoveryForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('account');
  const { t: fieldText } = useTranslation(['auth', 'common']);
  const errorText = useErrorText();
  const [submitError, setSubmitError] = useState('');
  const { register, handleSubmit, formState, clearErrors } = useForm<Recovery>({
    resolver: valibotResolver(Recovery),
    reValidateMode: 'onSubmit',
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    try {
      await requestRecovery(email, pageOfLink());
      onSent(email);
    } catch (error) {
      if (isMailRateLimited(error)) onSent(email);
      else setSubmitError(errorText(error));
    }
  });
  const onChange = () => {
    setSubmitError('');
    clearErrors();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onChange={onChange} className={form['form']}>
      {submitError && <Notice tone="error">{submitError}</Notice>}
      <TextField
        type="email"
        label={fieldText('field.email')}
        autoComplete="email"
        required
        error={fieldErrorText(fieldText, errors.email?.message)}
        {...register('email')}
      />
      <Button type="submit" variant="accent" wide busy={isSubmitting}>
        {t('forgotten.submit')}
      </Button>
    </form>
  );
}

/** The page that the link in the mail leads to, in the language of this page. */
function pageOfLink(): string {
  return new URL(pathInLanguage('/nouveau-mot-de-passe', currentLanguage()), location.origin).href;
}

/** Only an address with an account gets this error, so the page must show it as a success. */
function isMailRateLimited(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'over_email_send_rate_limit';
}
