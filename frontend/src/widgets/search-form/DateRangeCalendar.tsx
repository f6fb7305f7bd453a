import { endOfWeek, parseDate, startOfMonth, startOfWeek, type CalendarDate } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/Button';
import { useMediaQuery } from '@/components/useMediaQuery';
import { today as currentDay } from '@/dates/days';
import { useTextLanguage } from '@/i18n/useFormat';
import { nightsOf, pickDay, type DateRange } from '@/dates/dateRange';
import styles from './DateRangeCalendar.module.css';
import { MonthGrid } from './MonthGrid';

const CLOSE_DELAY_MS = 500;
const WIDE = '(min-width: 768px)';

interface DateRangeCalendarProps {
  value: DateRange;
  onChange: (range: DateRange) => void;
  /** Called 500 ms after both dates are set, so that the user sees the selection. */
  onComplete?: () => void;
}

/** The calendar: one month on a phone, two elsewhere. */
export function DateRangeCalendar({ value, onChange, onComplete }: DateRangeCalendarProps) {
  const { t } = useTranslation('search');
  const [today] = useState(() => parseDate(currentDay()));
  const [month, setMonth] = useState(() => startOfMonth(value.arrival ? parseDate(value.arrival) : today));
  const [focused, setFocused] = useState(() => (value.arrival ? parseDate(value.arrival) : today));
  const language = useTextLanguage();
  const wide = useMediaQuery(WIDE);
  const grids = useRef<HTMLDivElement>(null);
  const complete = useDelayed(value.departure ? onComplete : undefined);

  const months = wide ? [month, month.add({ months: 1 })] : [month];
  const lastMonth = months[months.length - 1] ?? month;
  const atCurrentMonth = month.compare(startOfMonth(today)) <= 0;

  const pick = (day: CalendarDate) => {
    const range = pickDay(value, day.toString());
    setFocused(day);
    onChange(range);
    if (range.departure) complete.start();
    else complete.cancel();
  };

  const moveFocus = (day: CalendarDate) => {
    const target = day.compare(today) < 0 ? today : day;
    if (target.compare(month) < 0 || target.compare(lastMonth.add({ months: 1 })) >= 0) setMonth(startOfMonth(target));
    setFocused(target);
    requestAnimationFrame(() => {
      grids.current?.querySelector<HTMLElement>(`[data-day="${target.toString()}"]`)?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, focused, language);
    if (!target) return;
    event.preventDefault();
    moveFocus(target);
  };

  return (
    <div className={styles['calendar']}>
      <p className={styles['title']} aria-live="polite">
        {t(titleOf(value))}
        {value.departure && <span className={styles['nights']}>{t('calendar.nights', { count: nightsOf(value) })}</span>}
      </p>
      <IconButton
        label={t('calendar.previousMonth')}
        disabled={atCurrentMonth}
        className={styles['previous']}
        onClick={() => setMonth(month.subtract({ months: 1 }))}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label={t('calendar.nextMonth')} className={styles['next']} onClick={() => setMonth(month.add({ months: 1 }))}>
        <ChevronRight aria-hidden />
      </IconButton>
      <div ref={grids} className={styles['months']} onKeyDown={onKeyDown} role="presentation">
        {months.map((shown) => (
          <MonthGrid
            key={shown.toString()}
            month={shown}
            today={today}
            range={value}
            tabStop={tabStop(months, focused, today)}
            onPick={pick}
          />
        ))}
      </div>
    </div>
  );
}

function titleOf({ arrival, departure }: DateRange) {
  if (!arrival) return 'calendar.chooseArrival';
  return departure ? 'calendar.selected' : 'calendar.chooseDeparture';
}

/** The day with `tabIndex` 0: the focused day if it is visible, else the first selectable one. */
function tabStop(months: readonly CalendarDate[], focused: CalendarDate, today: CalendarDate): string {
  const isShown = months.some((month) => month.year === focused.year && month.month === focused.month);
  const first = months[0] ?? today;
  const firstOpen = first.compare(today) < 0 ? today : first;
  return (isShown && focused.compare(today) >= 0 ? focused : firstOpen).toString();
}

/** Home and End are the first and the last day of the week, as the language counts it. */
function targetOf(key: string, from: CalendarDate, language: string): CalendarDate | undefined {
  switch (key) {
    case 'Home':
      return startOfWeek(from, language);
    case 'End':
      return endOfWeek(from, language);
    case 'ArrowLeft':
      return from.subtract({ days: 1 });
    case 'ArrowRight':
      return from.add({ days: 1 });
    case 'ArrowUp':
      return from.subtract({ weeks: 1 });
    case 'ArrowDown':
      return from.add({ weeks: 1 });
    case 'PageUp':
      return from.subtract({ months: 1 });
    case 'PageDown':
      return from.add({ months: 1 });
    default:
      return undefined;
  }
}

/** A delayed callback, which a new selection or unmounting cancels. */
function useDelayed(callback: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const cancel = () => clearTimeout(timer.current);
  return {
    cancel,
    start: () => {
      cancel();
      timer.current = setTimeout(() => latest.current?.(), CLOSE_DELAY_MS);
    },
  };
}
