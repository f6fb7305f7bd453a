import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { photoUnderWay } from '@/domain/photos';
import { useFormat } from '@/i18n/useFormat';
import type { Application, ApplicationDraft } from './application';
import styles from './SendBar.module.css';
import type { useSendApplication } from './useSendApplication';

interface SendBarProps {
  formId: string;
  sending: Pick<ReturnType<typeof useSendApplication>, 'status' | 'progress' | 'submitError' | 'cancel'>;
}

/** A sticky bar below the form: form error, upload progress and submit button. */
export function SendBar({ formId, sending: { status, progress, submitError, cancel } }: SendBarProps) {
  const { t } = useTranslation(['partners', 'common']);
  const { errors } = useFormContext<ApplicationDraft, unknown, Application>().formState;
  const isSending = status === 'pending';
  const isIncomplete = Object.values(errors).some((fieldError) => fieldError?.message === 'required');
  const error = isIncomplete ? t('form.error.incomplete') : submitError;
  return (
    <div className={styles['bar']}>
      {error && !isSending && <Notice tone="error">{error}</Notice>}
      {isSending && <UploadProgress share={progress} />}
      <div className={styles['actions']}>
        {isSending && progress < 1 && (
          <Button variant="quiet" onClick={cancel}>
            {t('common:action.cancel')}
          </Button>
        )}
        <Button type="submit" form={formId} variant="accent" disabled={isSending} className={styles['send']}>
          {isSending ? t('form.submitting') : t('form.submit')}
        </Button>
      </div>
    </div>
  );
}

function UploadProgress({ share }: { share: number }) {
  const { t } = useTranslation('partners');
  const format = useFormat();
  const photos = useFormContext<ApplicationDraft>().getValues('photos');
  const percent = Math.floor(share * 100);
  const words =
    share < 1
      ? t('form.progress.sending', { number: photoUnderWay(photos, share), total: photos.length })
      : t('form.progress.checking');
  return (
    <div className={styles['progress']}>
      <p className={styles['words']}>
        <span role="status">{words}</span>
        <span className={styles['percent']}>{t('form.progress.percent', { value: format.number(percent) })}</span>
      </p>
      <progress className={styles['track']} value={percent} max={100} aria-label={t('form.progress.label')} />
    </div>
  );
}
