import { endOfMonth, getWeeksInMonth, startOfWeek, type CalendarDate } from '@internationalized/date';
import { useId, useMemo } from 'react';
import type { DateRange } from '@/dates/dateRange';
import { useTextLanguage } from '@/i18n/useFormat';
import styles from './DateRangeCalendar.module.css';

interface MonthGridProps {
  month: CalendarDate;
  today: CalendarDate;
  range: DateRange;
  /** The day with `tabIndex` 0. */
  tabStop: string;
  onPick: (day: CalendarDate) => void;
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

export function MonthGrid({ month, today, range, tabStop, onPick }: MonthGridProps) {
  const id = useId();
  const language = useTextLanguage();
  const names = useDayNames(language);
  const first = startOfWeek(month, language);
  const last = endOfMonth(month);
  const weeks = Array.from({ length: getWeeksInMonth(month, language) }, (_, index) => first.add({ weeks: index }));

  return (
    <table className={styles['month']} aria-labelledby={id}>
      <caption id={id} className={styles['caption']}>
        {names.month(month)}
      </caption>
      <thead>
        <tr>
          {WEEK.map((index) => (
            <th key={index} scope="col" abbr={names.weekday(first.add({ days: index }))}>
              {names.shortWeekday(first.add({ days: index }))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.toString()}>
            {WEEK.map((index) => {
              const day = week.add({ days: index });
              const inMonth = day.compare(month) >= 0 && day.compare(last) <= 0;
              return <td key={index} {...placeIn(range, inMonth ? day.toString() : null)}>{inMonth && dayButton(day)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );

  function dayButton(day: CalendarDate) {
    const key = day.toString();
    return (
      <button
        type="button"
        data-day={key}
        aria-label={names.day(day)}
        aria-pressed={key === range.arrival || key === range.departure}
        aria-current={day.compare(today) === 0 ? 'date' : undefined}
        disabled={day.compare(today) < 0}
        tabIndex={key === tabStop ? 0 : -1}
        onClick={() => onPick(day)}
        className={styles['day']}
      >
        {day.day}
      </button>
    );
  }
}

/** The position of a day in the stay, for the band between arrival and departure. */
function placeIn({ arrival, departure }: DateRange, day: string | null) {
  if (!day || !arrival) return {};
  if (day === arrival) return { 'data-place': departure ? 'arrival' : 'alone' };
  if (!departure) return {};
  if (day === departure) return { 'data-place': 'departure' };
  return day > arrival && day < departure ? { 'data-place': 'between' } : {};
}

function useDayNames(language: string) {
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      return (day: CalendarDate) => formatter.format(day.toDate('UTC'));
    };
    return {
      day: format({ dateStyle: 'long' }),
      month: format({ month: 'long', year: 'numeric' }),
      weekday: format({ weekday: 'long' }),
      shortWeekday: format({ weekday: 'narrow' }),
    };
  }, [language]);
}
