import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/Dialog';
import { useMediaQuery } from '@/components/useMediaQuery';
import type { SentApplication } from '@/domain/sentApplication';
import { Application, EMPTY_DRAFT, type ApplicationDraft } from './application';
import styles from './ApplicationDialog.module.css';
import { ApplicationFields } from './ApplicationFields';
import { ApplicationSent } from './ApplicationSent';
import { SendBar } from './SendBar';
import { useStrayDrops } from './useStrayDrops';
import { useSendApplication } from './useSendApplication';

interface ApplicationDialogProps {
  draft: ApplicationDraft;
  /** Gets the current values, so that the form can be opened again with them. */
  onClose: (draft: ApplicationDraft) => void;
  onSent: (application: SentApplication) => void;
}

/** Load it lazily: it imports React Aria and the form. */
export default function ApplicationDialog({ draft, onClose, onSent }: ApplicationDialogProps) {
  const { t } = useTranslation('partners');
  const formId = useId();
  const isWide = useMediaQuery('(min-width: 768px)');
  const form = useForm<ApplicationDraft, unknown, Application>({
    resolver: valibotResolver(Application),
    // All errors at once: otherwise a cross-field error would show only after the fields' own errors are fixed.
    criteriaMode: 'all',
    defaultValues: draft,
  });
  const sending = useSendApplication(({ propertyName, email }) => {
    form.reset(EMPTY_DRAFT);
    onSent({ propertyName, email, sentAt: new Date().toISOString() });
  });
  useStrayDrops();
  const isSending = sending.status === 'pending';
  const isSent = sending.status === 'success';

  const close = () => {
    if (!isSending) onClose(form.getValues());
  };
  return (
    <FormProvider {...form}>
      <Dialog
        isOpen
        wide
        onClose={close}
        title={t('form.title')}
        placement={isWide ? 'center' : 'full'}
        footer={!isSent && <SendBar formId={formId} sending={sending} />}
      >
        {isSent ? (
          <ApplicationSent />
        ) : (
          <form
            id={formId}
            noValidate
            className={styles['form']}
            onSubmit={(event) => void form.handleSubmit((application) => sending.send(application))(event)}
            onChange={sending.forget}
          >
            <p className={styles['lead']}>{t('form.lead')}</p>
            <ApplicationFields disabled={isSending} />
          </form>
        )}
      </Dialog>
    </FormProvider>
  );
}
