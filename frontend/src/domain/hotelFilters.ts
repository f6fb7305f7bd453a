import type { Hotel } from '@/api/hotels';
import { amenityKind } from './amenities';
import { isOfType, isPropertyType, type PropertyType } from './propertyTypes';
import { withEntries, type AddressEntries } from './searchAddress';

export const PRICE_MIN = 0;
/** The slider's maximum, which includes all higher prices. */
export const PRICE_MAX = 500;

const BUDGETS = {
  under50: (price: number) => price < 50,
  from50to100: (price: number) => price >= 50 && price <= 100,
  from100to200: (price: number) => price >= 100 && price <= 200,
  over200: (price: number) => price > 200,
};
export type Budget = keyof typeof BUDGETS;
export const BUDGET_KEYS: readonly Budget[] = ['under50', 'from50to100', 'from100to200', 'over200'];

/** Rating thresholds from 0 to 5. The page shows them out of ten. */
export const RATINGS = [4.5, 4, 3.5, 3] as const;
type RatingThreshold = (typeof RATINGS)[number];

export const AMENITIES = [
  'wifi', 'pool', 'parking', 'airConditioning', 'restaurant', 'seaView', 'breakfast', 'privateBeach', 'garden', 'harbourView',
] as const;
export type Amenity = (typeof AMENITIES)[number];

export const SORTS = ['preferred', 'reviews', 'priceAsc', 'priceDesc', 'ratingDesc', 'ratingAsc'] as const;
export type Sort = (typeof SORTS)[number];

export interface Filters {
  readonly price: readonly [low: number, high: number];
  /** A hotel must match one of them; empty for all prices. */
  readonly budgets: readonly Budget[];
  readonly rating: RatingThreshold | null;
  /** A hotel must have all of them. */
  readonly amenities: readonly Amenity[];
  readonly type: PropertyType | null;
  readonly sort: Sort;
}

export const NO_FILTERS: Filters = {
  price: [PRICE_MIN, PRICE_MAX],
  budgets: [],
  rating: null,
  amenities: [],
  type: null,
  sort: 'preferred',
};

function hasAmenity(hotel: Pick<Hotel, 'amenities'>, amenity: Amenity): boolean {
  return hotel.amenities.some((label) => amenityKind(label) === amenity);
}

export function filterHotels(hotels: readonly Hotel[], filters: Filters): readonly Hotel[] {
  const { price: [low, high], budgets, rating, amenities, type } = filters;
  return hotels.filter(
    (hotel) =>
      hasPrice(hotel.pricePerNight, low, high, budgets) &&
      (rating === null || hotel.rating >= rating) &&
      amenities.every((amenity) => hasAmenity(hotel, amenity)) &&
      (type === null || isOfType(hotel, type)),
  );
}

/** Whether the price is in the range and in one of the budgets. An unknown one, 0, is so only without a filter. */
function hasPrice(price: number, low: number, high: number, budgets: readonly Budget[]): boolean {
  if (price <= 0) return low <= PRICE_MIN && high >= PRICE_MAX && budgets.length === 0;
  const isInRange = price >= low && (high >= PRICE_MAX || price <= high);
  return isInRange && (budgets.length === 0 || budgets.some((budget) => BUDGETS[budget](price)));
}

/** The hotels that a choice of another type would leave. */
export function countOfType(hotels: readonly Hotel[], filters: Filters, type: PropertyType): number {
  return filterHotels(hotels, { ...filters, type }).length;
}

/** The hotels that would be left with this amenity, in addition to the chosen ones. */
export function countWithAmenity(hotels: readonly Hotel[], filters: Filters, amenity: Amenity): number {
  return filterHotels(hotels, { ...filters, amenities: [...filters.amenities, amenity] }).length;
}

const ORDERS: Record<Exclude<Sort, 'preferred'>, (a: Hotel, b: Hotel) => number> = {
  reviews: (a, b) => b.reviewsCount - a.reviewsCount,
  priceAsc: (a, b) => (a.pricePerNight || Infinity) - (b.pricePerNight || Infinity) || 0,
  priceDesc: (a, b) => b.pricePerNight - a.pricePerNight,
  ratingDesc: (a, b) => b.rating - a.rating,
  ratingAsc: (a, b) => a.rating - b.rating,
};

/** `preferred` keeps the order of the backend. */
export function sortHotels(hotels: readonly Hotel[], sort: Sort): readonly Hotel[] {
  return sort === 'preferred' ? hotels : hotels.toSorted(ORDERS[sort]);
}

/** The number of active filters. */
export function activeFilters({ price: [low, high], budgets, rating, amenities, type }: Filters): number {
  const byPrice = low > PRICE_MIN || high < PRICE_MAX ? 1 : 0;
  return byPrice + budgets.length + (rating === null ? 0 : 1) + amenities.length + (type === null ? 0 : 1);
}

/** Reads the filters from the address, which links, reloads and the back button keep. Invalid values are ignored. */
export function readFilters(params: URLSearchParams): Filters {
  const list = (name: string) => (params.get(name) ?? '').split(',');
  const low = amountIn(params.get('min'), PRICE_MIN);
  const high = amountIn(params.get('max'), PRICE_MAX);
  const rating = Number(params.get('rating'));
  const type = params.get('type') ?? '';
  return {
    price: low <= high ? [low, high] : NO_FILTERS.price,
    budgets: BUDGET_KEYS.filter((budget) => list('budget').includes(budget)),
    rating: RATINGS.find((threshold) => threshold === rating) ?? null,
    amenities: AMENITIES.filter((amenity) => list('amenities').includes(amenity)),
    type: isPropertyType(type) ? type : null,
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'preferred',
  };
}

function amountIn(text: string | null, otherwise: number): number {
  const amount = Number.parseInt(text ?? '', 10);
  return Number.isNaN(amount) ? otherwise : Math.min(Math.max(amount, PRICE_MIN), PRICE_MAX);
}

/** The address parameters of the filters; null for filters with their default. */
export function filterEntries(filters: Filters): AddressEntries {
  const [low, high] = filters.price;
  return {
    min: low > PRICE_MIN ? String(low) : null,
    max: high < PRICE_MAX ? String(high) : null,
    budget: filters.budgets.join(',') || null,
    rating: filters.rating === null ? null : String(filters.rating),
    amenities: filters.amenities.join(',') || null,
    type: filters.type,
    sort: filters.sort === 'preferred' ? null : filters.sort,
  };
}

/** The parameters with the filters replaced. */
export function withFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  return withEntries(params, filterEntries(filters));
}
