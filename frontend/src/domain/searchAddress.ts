import { createSearchParams } from 'react-router';
import type { Hotel } from '@/api/hotels';
import { NO_DATES, todayHere, type DateRange } from './dates';
import { DEFAULT_GUESTS, isGuests, type Guests } from './guests';

/** What somebody looks for: the part of an address that `/search` reads and hands on. */
export interface Search {
  readonly destination: string;
  readonly dates: DateRange;
  readonly guests: Guests;
  /** The kind of accommodation; empty for any. */
  readonly type: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function readSearch(params: URLSearchParams): Search {
  const guests = params.get('guests');
  return {
    destination: params.get('destination')?.trim() ?? '',
    dates: readDates(params),
    guests: isGuests(guests) ? guests : manyOrDefault(guests),
    type: params.get('type')?.trim() ?? '',
  };
}

export function searchParams({ destination, dates, guests, type }: Partial<Search>): URLSearchParams {
  const params = new URLSearchParams();
  if (destination) params.set('destination', destination);
  if (dates?.arrival) params.set('checkin', dates.arrival);
  if (dates?.departure) params.set('checkout', dates.departure);
  if (guests) params.set('guests', guests);
  if (type) params.set('type', type);
  return params;
}

/** Parameters by name; `null` or an empty text is one that the address does not have. */
export type AddressEntries = Readonly<Record<string, string | null>>;

/** The same parameters, but for these. */
export function withEntries(params: URLSearchParams, entries: AddressEntries): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(entries)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** An establishment's page, which is told of the stay. */
export function detailAddress(hotel: Pick<Hotel, 'id'>, { dates, guests }: Search): string {
  return `/hotel-detail?${createSearchParams([['id', String(hotel.id)], ...searchParams({ dates, guests })])}`;
}

/** Half a range keeps its arrival; days that are past, do not exist or stand in the wrong order are no dates. */
export function readDates(params: URLSearchParams): DateRange {
  const arrival = readDay(params.get('checkin'));
  const departure = readDay(params.get('checkout'));
  if (!arrival || arrival < todayHere()) return NO_DATES;
  return { arrival, departure: departure && departure > arrival ? departure : null };
}

function readDay(text: string | null): string | null {
  if (!text || !DAY.test(text)) return null;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

function manyOrDefault(text: string | null): Guests {
  return Number.parseInt(text ?? '', 10) >= 5 ? '5+' : DEFAULT_GUESTS;
}
