import type { DateRange } from './dateRange';
import { addDays, weekdayOf } from './days';

const FRIDAY = 5;
const DAYS_PER_WEEK = 7;

/** Friday to Sunday of the next weekend whose Friday is not over; `weeksLater` skips that many weekends. */
export function weekend(today: string, weeksLater = 0): DateRange {
  const daysUntilFriday = (FRIDAY - weekdayOf(today) + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  const friday = addDays(today, daysUntilFriday + weeksLater * DAYS_PER_WEEK);
  return { arrival: friday, departure: addDays(friday, 2) };
}
