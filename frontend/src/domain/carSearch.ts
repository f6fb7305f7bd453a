import { daysBetween, parseDay } from '@/dates/days';
import { isCarLocation, type CarLocation } from './carLocations';

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

/** The search in the address; null if the place or a date is missing. */
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

/** §5: the number of days between the dates, in either order; at least 1, also if a date is missing. */
export function rentalDays(pickupDate: string, returnDate: string): number {
  const days = Math.abs(daysBetween(pickupDate, returnDate));
  return Number.isNaN(days) ? 1 : Math.max(days, 1);
}

/** The first of these parameters that is a day; an empty text if none is. */
export function readDay(query: URLSearchParams, ...names: string[]): string {
  return names.map((name) => parseDay(query.get(name)?.trim())).find(Boolean) ?? '';
}

export function readTime(query: URLSearchParams, name: string): string {
  const time = query.get(name) ?? '';
  return HOURS.includes(time) ? time : DEFAULT_TIME;
}
