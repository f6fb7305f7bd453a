import { CalendarDays } from 'lucide-react';
import { lazy, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { preload } from '@/browser/preload';
import { classes } from '@/components/classes';
import fieldStyles from '@/components/Field.module.css';
import type { DateRange } from '@/dates/dateRange';
import { useFormat } from '@/i18n/useFormat';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import styles from './DatesField.module.css';
import { useEscape } from './useEscape';
import { useFocusReturn } from './useFocusReturn';

const loadPopup = () => import('./DatesPopup');
const preloadPopup = () => preload(loadPopup);
const DatesPopup = lazy(loadPopup);

interface DatesFieldProps {
  value: DateRange;
  onChange: (range: DateRange) => void;
  hideLabel?: boolean;
  bare?: boolean;
  /** Called in place of opening the field's own popup. */
  onOpen?: () => void;
  /** Whether the dialog that `onOpen` opens is open. When it closes, the focus returns to the field. */
  isOpen?: boolean;
}

/** A button that shows the dates and opens the calendar. Pointer and focus preload the calendar's chunk. */
export function DatesField({ value, onChange, hideLabel = false, bare = false, onOpen, isOpen = false }: DatesFieldProps) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const isShown = open || isOpen;
  useFocusReturn(trigger, isShown);
  useEscape(open, () => setOpen(false));

  const arrival = value.arrival && format.shortDate(value.arrival);
  const departure = value.departure ? format.shortDate(value.departure) : t('dates.departure');
  return (
    <div className={styles['field']}>
      <span id={`${id}-label`} className={hideLabel ? 'visually-hidden' : fieldStyles['label']}>
        {t('dates.label')}
      </span>
      <button
        ref={trigger}
        type="button"
        id={id}
        aria-labelledby={`${id}-label ${id}`}
        aria-haspopup="dialog"
        aria-expanded={isShown}
        onPointerEnter={preloadPopup}
        onFocus={preloadPopup}
        onClick={onOpen ?? (() => setOpen(true))}
        className={classes(fieldStyles['control'], styles['trigger'], bare && styles['bare'])}
      >
        <CalendarDays aria-hidden />
        <span>{arrival ? t('dates.range', { arrival, departure }) : t('dates.choose')}</span>
      </button>
      {open && (
        <DialogBoundary onClose={() => setOpen(false)}>
          <DatesPopup trigger={trigger} value={value} onChange={onChange} onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}
