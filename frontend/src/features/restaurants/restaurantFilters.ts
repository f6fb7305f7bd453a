import type { RestaurantCategory } from '@/sample-content/restaurantCategories';
import type { Restaurant } from '@/sample-content/restaurants';
import { foldForSearch } from '@/text/fold';

export interface RestaurantFilters {
  readonly city: string;
  readonly name: string;
  /** The value of the dropdown. */
  readonly style: RestaurantCategory | null;
  /** The selected tile. */
  readonly category: RestaurantCategory | null;
}

export const NO_FILTERS: RestaurantFilters = { city: '', name: '', style: null, category: null };

/** Selects a tile, or clears it if it is selected. Resets the dropdown. */
export function toggleCategory(filters: RestaurantFilters, category: RestaurantCategory): RestaurantFilters {
  return { ...filters, style: null, category: filters.category === category ? null : category };
}

/** Sets the dropdown and clears the selected tile. */
export function chooseStyle(filters: RestaurantFilters, style: RestaurantCategory | null): RestaurantFilters {
  return { ...filters, style, category: null };
}

/**
 * §5: filters by a part of the city, a part of the name, and the category. Case, accents and punctuation do not count.
 */
export function filterRestaurants<R extends Restaurant>(restaurants: readonly R[], filters: RestaurantFilters): readonly R[] {
  const wanted = filters.category ?? filters.style;
  return restaurants.filter(
    ({ location, name, category }) =>
      contains(location, filters.city) && contains(name, filters.name) && (wanted === null || category === wanted),
  );
}

function contains(text: string, part: string): boolean {
  return foldForSearch(text).includes(foldForSearch(part));
}
