import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { NO_DATES, type DateRange } from '@/dates/dateRange';
import { DateRangeCalendar } from './DateRangeCalendar';
import styles from './DatesDialog.module.css';

interface DatesDialogProps {
  value: DateRange;
  onConfirm: (range: DateRange) => void;
  onClose: () => void;
}

/**
 * The calendar in a dialog. The dates of the page change when both dates are chosen, or when they are cleared. Load it
 * lazily.
 */
export default function DatesDialog({ value, onConfirm, onClose }: DatesDialogProps) {
  const { t } = useTranslation(['search', 'common']);
  const [draft, setDraft] = useState(value);
  const complete = draft.arrival !== null && draft.departure !== null;
  const confirm = () => {
    onConfirm(draft);
    onClose();
  };
  const clear = () => {
    setDraft(NO_DATES);
    if (value.arrival === null) return;
    onConfirm(NO_DATES);
    onClose();
  };
  return (
    <Dialog
      isOpen
      wide
      onClose={onClose}
      title={t('dates.dialog')}
      placement="center"
      footer={
        <div className={styles['actions']}>
          <Button variant="quiet" disabled={!draft.arrival} onClick={clear}>
            {t('dates.clear')}
          </Button>
          <Button disabled={!complete} onClick={confirm}>
            {t('common:action.confirm')}
          </Button>
        </div>
      }
    >
      <DateRangeCalendar value={draft} onChange={setDraft} onComplete={confirm} />
    </Dialog>
  );
}
