import type { RefObject } from 'react';
import { Dialog as AriaDialog, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { Dialog } from '@/components/Dialog';
import { useMediaQuery } from '@/components/useMediaQuery';
import type { DateRange } from '@/dates/dateRange';
import { DateRangeCalendar } from './DateRangeCalendar';
import styles from './DatesField.module.css';

interface DatesPopupProps {
  trigger: RefObject<HTMLElement | null>;
  value: DateRange;
  onChange: (range: DateRange) => void;
  onClose: () => void;
}

/** The calendar in a popover beside its button; a bottom sheet on a phone. */
export default function DatesPopup({ trigger, value, onChange, onClose }: DatesPopupProps) {
  const { t } = useTranslation('search');
  const wide = useMediaQuery('(min-width: 768px)');
  const calendar = <DateRangeCalendar value={value} onChange={onChange} onComplete={onClose} />;
  if (!wide) {
    return (
      <Dialog isOpen onClose={onClose} title={t('dates.label')} placement="sheet">
        {calendar}
      </Dialog>
    );
  }
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom"
      offset={8}
      className={classes(styles['popover'])}
    >
      <AriaDialog aria-label={t('dates.label')} className={classes(styles['dialog'])}>
        {calendar}
      </AriaDialog>
    </Popover>
  );
}
