import type { RestaurantCategory } from '@/sample-content/restaurantCategories';
import type { Restaurant } from '@/sample-content/restaurants';
import { foldForSearch } from '@/text/fold';

export interface RestaurantFilters {
  readonly city: string;
  readonly name: string;
  /** Chosen in the dropdown. */
  readonly style: RestaurantCategory | null;
  /** Chosen among the chips. */
  readonly category: RestaurantCategory | null;
}

export const NO_FILTERS: RestaurantFilters = { city: '', name: '', style: null, category: null };

/** A second click on a chip lets it go; a chip takes the place of what the dropdown says. */
export function toggleCategory(filters: RestaurantFilters, category: RestaurantCategory): RestaurantFilters {
  return { ...filters, style: null, category: filters.category === category ? null : category };
}

/** What the dropdown says takes the place of a chip. */
export function chooseStyle(filters: RestaurantFilters, style: RestaurantCategory | null): RestaurantFilters {
  return { ...filters, style, category: null };
}

/** §5: filters by a part of the city, a part of the name, and the category. Case, accents and punctuation do not count. */
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
