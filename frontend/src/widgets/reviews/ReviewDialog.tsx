import { useEffect, useRef, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { Notice } from '@/components/Notice';
import { TextArea, TextField } from '@/components/TextField';
import { useAuthDialog } from '@/widgets/auth/authDialog';
import styles from './ReviewDialog.module.css';
import { StarRadios } from './StarRadios';
import { useReviewForm } from './useReviewForm';

const TITLE_MAX = 100;
const TEXT_MAX = 500;
const CLOSE_DELAY_MS = 2000;

interface ReviewDialogProps {
  hotel: { readonly id: number | string; readonly name: string };
  onClose: () => void;
}

/** Load it lazily: it imports React Aria. */
export default function ReviewDialog({ hotel, onClose }: ReviewDialogProps) {
  const { t } = useTranslation(['reviews', 'common']);
  const { open } = useAuthDialog();
  const { draft, change, submit, status, confirmation, latest, dateError, signedOut, submitError } = useReviewForm(hotel);
  const submitting = status === 'pending';
  const done = status === 'success';
  useCloseAfter(done, onClose);

  const touched = draft.title !== '' || draft.text !== '' || draft.stayDate !== '';
  const ratingError = touched && draft.rating === null ? t('dialog.ratingMissing') : undefined;
  const optional = (label: string) => t('dialog.optional', { label });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    submit();
  };

  return (
    <Dialog isOpen onClose={onClose} title={t('dialog.title', { name: hotel.name })}>
      {done ? (
        <Notice tone="success">{confirmation ?? t('dialog.success')}</Notice>
      ) : (
        <form noValidate onSubmit={onSubmit} className={styles['form']}>
          {signedOut && (
            <div className={styles['signedOut']}>
              <Notice tone="info">{t('dialog.signedOut')}</Notice>
              <Button variant="outline" size="sm" onClick={() => open('login')}>
                {t('signIn')}
              </Button>
            </div>
          )}
          <StarRadios value={draft.rating} onChange={(rating) => change({ rating })} error={ratingError} disabled={submitting} />
          <TextField
            label={optional(t('dialog.reviewTitle'))}
            maxLength={TITLE_MAX}
            value={draft.title}
            disabled={submitting}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextArea
            label={optional(t('dialog.reviewText'))}
            hint={t('dialog.counter', { used: draft.text.length, max: TEXT_MAX })}
            maxLength={TEXT_MAX}
            rows={4}
            value={draft.text}
            disabled={submitting}
            onChange={({ target }) => change({ text: target.value })}
          />
          <TextField
            type="date"
            label={optional(t('dialog.stayDate'))}
            max={latest}
            value={draft.stayDate}
            error={dateError}
            disabled={submitting}
            onChange={({ target }) => change({ stayDate: target.value })}
          />
          {submitError && !(signedOut && submitError === t('dialog.signedOut')) && <Notice tone="error">{submitError}</Notice>}
          <Button type="submit" variant="accent" disabled={draft.rating === null || submitting}>
            {submitting ? t('dialog.publishing') : t('dialog.publish')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function useCloseAfter(done: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => close.current(), CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [done]);
}
