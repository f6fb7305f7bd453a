import type { DateRange } from './dateRange';
import { addDays, isoDay } from './days';

const FRIDAY = 5;
const DAYS_PER_WEEK = 7;

/** Friday to Sunday of the next weekend whose Friday is not over; `weeksLater` skips that many weekends. */
export function weekend(now: Date, weeksLater = 0): DateRange {
  const daysUntilFriday = (FRIDAY - now.getDay() + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  const friday = addDays(now, daysUntilFriday + weeksLater * DAYS_PER_WEEK);
  return { arrival: isoDay(friday), departure: isoDay(addDays(friday, 2)) };
}
