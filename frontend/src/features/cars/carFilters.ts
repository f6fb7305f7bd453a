import { CARS, type Car, type CarCategory } from '@/sample-content/cars';

export const PRICE_MIN = 0;
export const PRICE_MAX = 200;

export interface CarFilters {
  /** Null for all categories. */
  readonly category: CarCategory | null;
  readonly price: readonly [number, number];
}

export const NO_FILTERS: CarFilters = { category: null, price: [PRICE_MIN, PRICE_MAX] };

/** The available cars that match the filters. */
export function filterCars({ category, price: [low, high] }: CarFilters): readonly Car[] {
  return CARS.filter(
    (car) =>
      car.available && (category === null || car.category === category) && car.pricePerDay >= low && car.pricePerDay <= high,
  );
}
