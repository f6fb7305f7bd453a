/** Days are `YYYY-MM-DD`, which compare as text. */
export interface DateRange {
  readonly arrival: string | null;
  readonly departure: string | null;
}

export const NO_DATES: DateRange = { arrival: null, departure: null };
const DAY_MS = 86_400_000;

/** The day that it is where the reader is. */
export function todayHere(): string {
  const now = new Date();
  const part = (number: number, digits: number) => String(number).padStart(digits, '0');
  return `${part(now.getFullYear(), 4)}-${part(now.getMonth() + 1, 2)}-${part(now.getDate(), 2)}`;
}

/** A click sets the arrival, the next one the departure; a click on or before the arrival, or after both, starts anew. */
export function pickDay({ arrival, departure }: DateRange, day: string): DateRange {
  const startsAnew = arrival === null || departure !== null || day <= arrival;
  return startsAnew ? { arrival: day, departure: null } : { arrival, departure: day };
}

export function nightsOf({ arrival, departure }: DateRange): number {
  if (!arrival || !departure) return 0;
  return Math.ceil((Date.parse(departure) - Date.parse(arrival)) / DAY_MS);
}
