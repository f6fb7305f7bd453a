import type { DateRange } from './dates';

const FRIDAY = 5;
const DAYS_A_WEEK = 7;

/** From the next Friday that has not passed to its Sunday; `later` counts the weeks after it. */
export function weekend(today: Date, later = 0): DateRange {
  const wait = (FRIDAY - today.getDay() + DAYS_A_WEEK) % DAYS_A_WEEK;
  const friday = addDays(today, wait + later * DAYS_A_WEEK);
  return { arrival: isoDay(friday), departure: isoDay(addDays(friday, 2)) };
}

export function addDays(day: Date, days: number): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);
}

/** `YYYY-MM-DD`, of the place where the person is. */
export function isoDay(day: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
