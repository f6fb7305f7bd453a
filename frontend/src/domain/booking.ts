import { nightsOf } from '@/dates/dateRange';
import { parseDay, today } from '@/dates/days';
import { fold } from '@/text/fold';
import { guestCount, partyOf, partyOfHeads, type Party } from './guests';

/** The stay that an address asks to book. */
export interface StayRequest {
  readonly hotel: string;
  readonly location: string;
  readonly checkin: string;
  readonly checkout: string;
  readonly party: Party;
  readonly roomType: string;
  /** Euros per night according to the address, which anyone can change; null if it names no price. */
  readonly statedPrice: number | null;
  readonly nights: number;
}

/** The name of the standard room in links, whatever the language of the page. Pages show its translation. */
export const STANDARD_ROOM = 'Chambre Standard';
export const DEFAULT_PRICE = 45;
export const DEFAULT_GUESTS = 2;
const DEFAULT_LOCATION = 'Ajaccio, Corse';

/**
 * The stay in the address; null if the hotel or the dates are missing or impossible. Links from resorts have the dates
 * as `checkIn` and `checkOut`, and `price` as a text such as 'à partir de 189 € par nuit'.
 */
export function readStayRequest(query: URLSearchParams, defaultRoom: string): StayRequest | null {
  const first = (...names: string[]) => firstOf(query, names);
  const hotel = first('hotel');
  const checkin = parseDay(first('checkin', 'checkIn'));
  const checkout = parseDay(first('checkout', 'checkOut'));
  if (!hotel || !checkin || !checkout) return null;

  const roomType = first('roomType') || STANDARD_ROOM;
  const nights = nightsOf({ arrival: checkin, departure: checkout });
  if (nights < 1 || checkin < today()) return null;
  return {
    hotel,
    location: first('location') || DEFAULT_LOCATION,
    checkin,
    checkout,
    party: partyIn(query),
    roomType: fold(roomType) === fold(STANDARD_ROOM) ? defaultRoom : roomType,
    statedPrice: parsePrice(first('pricePerNight', 'price')),
    nights,
  };
}

/** The price of so many nights, in euros. Taxes and fees are 0. */
export function totalOf(nights: number, pricePerNight: number): number {
  return Math.round(nights * pricePerNight * 100) / 100;
}

/**
 * Whether the address names the hotel and both dates, or is a link from a resort, whose dates may be empty. If they
 * make no stay, the booking page asks for others.
 */
export function canAskForDates(query: URLSearchParams): boolean {
  const named = firstOf(query, ['checkin', 'checkIn']) && firstOf(query, ['checkout', 'checkOut']);
  return Boolean(firstOf(query, ['hotel']) && (named || comesFromResort(query)));
}

/** Resorts have names of their own for the dates. */
function comesFromResort(query: URLSearchParams): boolean {
  return query.has('checkIn') && query.has('checkOut');
}

/** A search's choice, except in links from resorts, whose panels count heads. */
function partyIn(query: URLSearchParams): Party {
  const guests = firstOf(query, ['guests']) || String(DEFAULT_GUESTS);
  return comesFromResort(query) ? partyOfHeads(guestCount(guests)) : partyOf(guests);
}

function firstOf(query: URLSearchParams, names: readonly string[]): string {
  return names.map((name) => query.get(name)?.trim()).find(Boolean) ?? '';
}

/** The first amount in a text, with a decimal comma or point and any separator of thousands. */
export function parsePrice(text: string): number | null {
  const amount = /\d[\d\s.,]*/.exec(text)?.[0].replace(/\s/g, '').replace(/[.,]+$/, '');
  if (!amount) return null;
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${cents || '0'}`);
}
