import { isCarLocation, type CarLocation } from '@/sample-content/carLocations';

/** §3 Car search. Days are `YYYY-MM-DD`, times full hours. */
export interface CarSearch {
  readonly location: CarLocation;
  readonly pickupDate: string;
  readonly pickupTime: string;
  readonly returnDate: string;
  readonly returnTime: string;
}

export const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
export const DEFAULT_TIME = '10:00';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** What the address asks for, or null where the place or a date is missing. */
export function readCarSearch(query: URLSearchParams): CarSearch | null {
  const location = query.get('location');
  const pickupDate = readDay(query, 'pickupDate');
  const returnDate = readDay(query, 'returnDate');
  if (!isCarLocation(location) || !pickupDate || !returnDate) return null;
  return {
    location,
    pickupDate,
    pickupTime: readTime(query, 'pickupTime'),
    returnDate,
    returnTime: readTime(query, 'returnTime'),
  };
}

export function carSearchParams(search: CarSearch): URLSearchParams {
  return new URLSearchParams({ ...search });
}

/** §5: the days between the dates, whichever comes first, rounded up; one at least, and where a date is missing. */
export function rentalDays(pickupDate: string, returnDate: string): number {
  const days = Math.ceil(Math.abs(Date.parse(returnDate) - Date.parse(pickupDate)) / DAY_MS);
  return Number.isNaN(days) ? 1 : Math.max(days, 1);
}

/** The first of the names that holds a day, else empty. */
export function readDay(query: URLSearchParams, ...names: string[]): string {
  const days = names.map((name) => query.get(name)?.trim() ?? '');
  return days.find((day) => DAY.test(day) && !Number.isNaN(Date.parse(day))) ?? '';
}

export function readTime(query: URLSearchParams, name: string): string {
  const time = query.get(name) ?? '';
  return HOURS.includes(time) ? time : DEFAULT_TIME;
}
