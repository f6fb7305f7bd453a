/**
 * Calendar days as `YYYY-MM-DD` texts, which compare as texts. The current day is Corsica's, wherever the visitor is:
 * stays, rentals and reviews take place there, and the server uses the same zone.
 */
export const CORSICAN_TIME_ZONE = 'Europe/Paris';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

let corsicanDate: Intl.DateTimeFormat | undefined;

/** The calendar day in Corsica at a moment. */
export function corsicanDay(moment: Date): string {
  corsicanDate ??= new Intl.DateTimeFormat('en-GB', { timeZone: CORSICAN_TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = new Map(corsicanDate.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The current day in Corsica. */
export function today(): string {
  return corsicanDay(new Date());
}

/** The text if it is a day of the calendar, else null: `2027-02-30` is none. */
export function parseDay(text: string | null | undefined): string | null {
  if (!text || !DAY.test(text)) return null;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

/** The day `days` days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, DAY_LENGTH);
}

/** The day of the week, from 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

/** A moment of the day that belongs to it in Corsica, for formatters of that time zone. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00Z`);
}

/** The number of days from one day to another; negative if `to` is earlier, `NaN` if one of them is no day. */
export function daysBetween(from: string, to: string): number {
  return Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
