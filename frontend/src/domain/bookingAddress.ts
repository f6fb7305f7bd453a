import type { DateRange } from '@/dates/dateRange';
import { carSearchParams, type CarSearch } from './carSearch';

interface HotelStay {
  readonly hotel: { readonly name: string; readonly location: string };
  readonly dates: DateRange;
  readonly guests: string;
  readonly roomType: string;
  /** In euros. */
  readonly pricePerNight: number;
}

/** The booking page for a hotel room. */
export function hotelBookingAddress({ hotel, dates, guests, roomType, pricePerNight }: HotelStay): string {
  return bookingAddress({
    hotel: hotel.name,
    location: hotel.location,
    checkin: dates.arrival ?? '',
    checkout: dates.departure ?? '',
    guests,
    roomType,
    pricePerNight: String(pricePerNight),
  });
}

/**
 * The booking page for a resort, whose parameters have other names (§2). The dates may be empty: the booking page asks
 * for them.
 */
export function resortBookingAddress({ hotel, dates, guests, roomType, pricePerNight }: HotelStay): string {
  return bookingAddress({
    hotel: hotel.name,
    checkIn: dates.arrival ?? '',
    checkOut: dates.departure ?? '',
    guests,
    roomType,
    price: `${pricePerNight}€`,
    location: hotel.location,
  });
}

/** The booking page for a rental car. */
export function carBookingAddress(car: { readonly id: number }, search: CarSearch): string {
  return bookingAddress({ type: 'car', id: String(car.id), ...Object.fromEntries(carSearchParams(search)) });
}

function bookingAddress(query: Record<string, string>): string {
  return `/booking-confirmation?${new URLSearchParams(query).toString()}`;
}
