import { daysBetween } from './days';

/** The days of a stay, each as `YYYY-MM-DD`. */
export interface DateRange {
  readonly arrival: string | null;
  readonly departure: string | null;
}

export const NO_DATES: DateRange = { arrival: null, departure: null };

/**
 * The range after a click on a day (§4): the first click sets the arrival, the second a later departure; any other
 * starts again.
 */
export function pickDay({ arrival, departure }: DateRange, day: string): DateRange {
  const startsAgain = arrival === null || departure !== null || day <= arrival;
  return startsAgain ? { arrival: day, departure: null } : { arrival, departure: day };
}

/** The number of nights; 0 for an incomplete range. */
export function nightsOf({ arrival, departure }: DateRange): number {
  return arrival && departure ? daysBetween(arrival, departure) : 0;
}
