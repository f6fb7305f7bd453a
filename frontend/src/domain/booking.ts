import { nightsOf } from '@/dates/dateRange';
import { parseDay } from '@/dates/days';
import { guestCount } from './guests';

export interface Booking {
  readonly hotel: string;
  readonly location: string;
  readonly checkin: string;
  readonly checkout: string;
  readonly guests: number;
  readonly roomType: string;
  readonly pricePerNight: number;
  readonly nights: number;
  /** In euros. Taxes and fees are 0. */
  readonly total: number;
}

const DEFAULT_PRICE = 45;
export const DEFAULT_GUESTS = 2;
const DEFAULT_LOCATION = 'Ajaccio, Corse';

/**
 * The stay in the address; null if the hotel or the dates are missing. Links from resorts have the dates as `checkIn`
 * and `checkOut`, and `price` as a text such as 'à partir de 189 € par nuit'.
 */
export function readBooking(query: URLSearchParams, defaultRoom: string): Booking | null {
  const first = (...names: string[]) => names.map((name) => query.get(name)?.trim()).find(Boolean) ?? '';
  const hotel = first('hotel');
  const checkin = parseDay(first('checkin', 'checkIn'));
  const checkout = parseDay(first('checkout', 'checkOut'));
  if (!hotel || !checkin || !checkout) return null;

  const nights = nightsOf({ arrival: checkin, departure: checkout });
  if (nights < 1) return null;

  const pricePerNight = parsePrice(first('pricePerNight', 'price')) || DEFAULT_PRICE;
  return {
    hotel,
    location: first('location') || DEFAULT_LOCATION,
    checkin,
    checkout,
    guests: first('guests') ? guestCount(first('guests')) : DEFAULT_GUESTS,
    roomType: first('roomType') || defaultRoom,
    pricePerNight,
    nights,
    total: Math.round(nights * pricePerNight * 100) / 100,
  };
}

/** Whether the address is a link from a resort, whose dates may be empty. The booking page then asks for them. */
export function comesFromResort(query: URLSearchParams): boolean {
  return query.has('checkIn') && query.has('checkOut') && Boolean(query.get('hotel')?.trim());
}

/** The first amount in a text, with a decimal comma or point and any separator of thousands. */
export function parsePrice(text: string): number | null {
  const amount = /\d[\d\s.,]*/.exec(text)?.[0].replace(/\s/g, '').replace(/[.,]+$/, '');
  if (!amount) return null;
  const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(amount) ?? [];
  return Number(`${whole.replace(/[.,]/g, '')}.${cents || '0'}`);
}
