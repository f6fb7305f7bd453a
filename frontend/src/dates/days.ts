/** Calendar days as `YYYY-MM-DD` texts. They compare as texts, and name the same day in every time zone. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The local calendar day of a moment. */
export function isoDay(date: Date): string {
  const part = (number: number, digits: number) => String(number).padStart(digits, '0');
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}

/** The current day in the visitor's time zone. */
export function today(): string {
  return isoDay(new Date());
}

/** The text if it is a day of the calendar, else null: `2027-02-30` is none. */
export function parseDay(text: string | null | undefined): string | null {
  if (!text || !DAY.test(text)) return null;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

/** Midnight of a day in the visitor's time zone. */
export function localMidnight(day: string): Date {
  return new Date(`${day}T00:00`);
}

/** The local midnight `days` days after a moment. */
export function addDays(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/** The number of days from one day to another; negative if `to` is earlier, `NaN` if one of them is no day. */
export function daysBetween(from: string, to: string): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
