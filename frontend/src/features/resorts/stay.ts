import type { ClubHotel } from '@/sample-content/clubHotels';
import type { StayOption } from '@/sample-content/clubStay';

/** An option as the page shows it: with its words. */
export interface ShownOption extends StayOption {
  readonly name: string;
  readonly description: string;
}

export interface StayChoice {
  readonly option: ShownOption;
  /** `YYYY-MM-DD`, or empty: nothing is checked here (§5). */
  readonly arrival: string;
  readonly departure: string;
  readonly guests: number;
}

export const GUESTS = [1, 2, 3, 4, 5, 6];
export const DEFAULT_GUESTS = 2;

/** §2: where 'Réserver maintenant' leads. The place goes along so that the booking shows the right one. */
export function bookingAddress(club: ClubHotel, { option, arrival, departure, guests }: StayChoice): string {
  const query = new URLSearchParams({
    hotel: club.name,
    checkIn: arrival,
    checkOut: departure,
    guests: String(guests),
    roomType: option.name,
    price: `${option.pricePerNight}€`,
    location: club.location,
  });
  return `/booking-confirmation?${query.toString()}`;
}
