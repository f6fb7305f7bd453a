import type { GastronomicHotel } from '@/sample-content/gastronomicHotels';

export const HOTEL_STARS = [3, 4, 5] as const;
export const MICHELIN_STARS = [1, 2] as const;
export const SORTS = ['recommended', 'price-low', 'price-high', 'rating', 'michelin'] as const;
export type Sort = (typeof SORTS)[number];

export interface GastronomicFilters {
  readonly stars: (typeof HOTEL_STARS)[number] | null;
  readonly michelin: (typeof MICHELIN_STARS)[number] | null;
}

export const NO_FILTERS: GastronomicFilters = { stars: null, michelin: null };

const ORDERS: Record<Exclude<Sort, 'recommended'>, (a: GastronomicHotel, b: GastronomicHotel) => number> = {
  'price-low': (a, b) => a.price - b.price,
  'price-high': (a, b) => b.price - a.price,
  rating: (a, b) => b.rating - a.rating,
  michelin: (a, b) => b.michelinStars - a.michelinStars,
};

/** §4: filters, then sorts. */
export function chosenHotels<H extends GastronomicHotel>(hotels: readonly H[], { stars, michelin }: GastronomicFilters, sort: Sort): readonly H[] {
  const kept = hotels.filter(
    (hotel) => (stars === null || hotel.stars === stars) && (michelin === null || hotel.michelinStars === michelin),
  );
  return sort === 'recommended' ? kept : kept.toSorted(ORDERS[sort]);
}

/** §9: rounded to a whole percentage. */
export function discountOf({ price, originalPrice }: Pick<GastronomicHotel, 'price' | 'originalPrice'>): number {
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}
