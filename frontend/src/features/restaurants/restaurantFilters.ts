import type { RestaurantCategory } from '@/sample-content/restaurantCategories';
import type { Restaurant } from '@/sample-content/restaurants';

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

/** §5: part of the city and of the name whatever their case, and the very category. */
export function filterRestaurants<R extends Restaurant>(restaurants: readonly R[], filters: RestaurantFilters): readonly R[] {
  const wanted = filters.category ?? filters.style;
  return restaurants.filter(
    ({ location, name, category }) =>
      contains(location, filters.city) && contains(name, filters.name) && (wanted === null || category === wanted),
  );
}

function contains(text: string, part: string): boolean {
  return plain(text).includes(plain(part.trim()));
}

/** A phone writes the curly apostrophe. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}
