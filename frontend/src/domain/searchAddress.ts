import type { Hotel } from '@/api/hotels';
import { NO_DATES, type DateRange } from '@/dates/dateRange';
import { parseDay, today } from '@/dates/days';
import { DEFAULT_GUESTS, isGuests, type Guests } from './guests';
import { hotelAddress } from './hotelAddress';

/** What somebody looks for: the part of an address that `/search` reads and hands on. */
export interface Search {
  readonly destination: string;
  readonly dates: DateRange;
  readonly guests: Guests;
  /** The kind of accommodation; empty for any. */
  readonly type: string;
}

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
  const stay = searchParams({ dates, guests }).toString();
  return stay ? `${hotelAddress(hotel.id)}&${stay}` : hotelAddress(hotel.id);
}

/** Half a range keeps its arrival; days that are past, do not exist or stand in the wrong order are no dates. */
export function readDates(params: URLSearchParams): DateRange {
  const arrival = parseDay(params.get('checkin'));
  const departure = parseDay(params.get('checkout'));
  if (!arrival || arrival < today()) return NO_DATES;
  return { arrival, departure: departure && departure > arrival ? departure : null };
}

function manyOrDefault(text: string | null): Guests {
  return Number.parseInt(text ?? '', 10) >= 5 ? '5+' : DEFAULT_GUESTS;
}
