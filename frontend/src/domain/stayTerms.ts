import type { Party } from './guests';
import { amenityKind } from './amenities';

/** The meals that a price includes. */
export const BOARDS = ['roomOnly', 'breakfast', 'dinner', 'halfBoard', 'allInclusive'] as const;
export type Board = (typeof BOARDS)[number];

/** The conditions of a stay. They are the same on panels, on the booking page and on the receipt. */
export interface StayTerms {
  /** Hours before arrival until which a cancellation is free. */
  readonly cancellationHours: number;
  /** Null if it is unknown. */
  readonly board: Board | null;
  /** The most guests; null if it is unknown. */
  readonly capacity: number | null;
  /** The price per night before a reduction, in euros; null without one. */
  readonly usualPrice: number | null;
}

/** §9: the conditions of a hotel that states no others. */
export const HOTEL_TERMS: StayTerms = { cancellationHours: 24, board: null, capacity: null, usualPrice: null };

/** §2: the most guests of the standard room, which every hotel has. */
export const STANDARD_CAPACITY = 2;

/** Guest rooms come with breakfast if they offer one. Other hotels do not say what their price includes. */
export function boardOf({ propertyType, amenities }: { readonly propertyType: string; readonly amenities: readonly string[] }): Board | null {
  const isGuestHouse = propertyType === 'guest_room' || propertyType === 'guest_house';
  return isGuestHouse && amenities.some((label) => amenityKind(label) === 'breakfast') ? 'breakfast' : null;
}

/** The number of rooms that so many guests need. */
export function roomsNeeded({ count }: Party, capacity: number): number {
  return Math.ceil(count / capacity);
}

/** The reduction in whole percent; null if the price is not a reduced one. */
export function reductionPercent(price: number, usualPrice: number | null): number | null {
  return usualPrice !== null && price > 0 && price < usualPrice ? Math.round(((usualPrice - price) / usualPrice) * 100) : null;
}
