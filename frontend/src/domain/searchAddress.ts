import type { Hotel } from '@/api/hotels';
import { NO_DATES, type DateRange } from '@/dates/dateRange';
import { parseDay, today } from '@/dates/days';
import { DEFAULT_GUESTS, isGuests, type Guests } from './guests';
import { hotelAddress } from './hotelAddress';

/** A search for hotels, as the address of `/search` has it. */
export interface Search {
  readonly destination: string;
  readonly dates: DateRange;
  readonly guests: Guests;
  /** The property type; empty for any. */
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

/** Address parameters by name. `null` or an empty text removes a parameter. */
export type AddressEntries = Readonly<Record<string, string | null>>;

/** A copy of the parameters with the entries set or removed. */
export function withEntries(params: URLSearchParams, entries: AddressEntries): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(entries)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** The page of a hotel, with the dates and guests of the search. */
export function detailAddress(hotel: Pick<Hotel, 'id'>, { dates, guests }: Search): string {
  const stay = searchParams({ dates, guests }).toString();
  return stay ? `${hotelAddress(hotel.id)}&${stay}` : hotelAddress(hotel.id);
}

/** The dates in the address. Past and invalid days are ignored; so is a departure that is not after the arrival. */
export function readDates(params: URLSearchParams): DateRange {
  const arrival = parseDay(params.get('checkin'));
  const departure = parseDay(params.get('checkout'));
  if (!arrival || arrival < today()) return NO_DATES;
  return { arrival, departure: departure && departure > arrival ? departure : null };
}

function manyOrDefault(text: string | null): Guests {
  return Number.parseInt(text ?? '', 10) >= 5 ? '5+' : DEFAULT_GUESTS;
}
