export const ORDERS = ['recommended', 'priceAsc', 'priceDesc', 'rating'] as const;
export type Order = (typeof ORDERS)[number];

interface Comparable {
  readonly price: number;
  readonly rating: number;
}

const COMPARE: Record<Exclude<Order, 'recommended'>, (a: Comparable, b: Comparable) => number> = {
  // An unknown price is 0.
  priceAsc: (a, b) => (a.price || Infinity) - (b.price || Infinity) || 0,
  priceDesc: (a, b) => b.price - a.price,
  rating: (a, b) => b.rating - a.rating,
};

/** `recommended` keeps the given order. */
export function inOrder<T extends Comparable>(items: readonly T[], order: Order): readonly T[] {
  return order === 'recommended' ? items : items.toSorted(COMPARE[order]);
}

export function lowestPrice(items: readonly Pick<Comparable, 'price'>[]): number {
  return Math.min(...items.map(({ price }) => price));
}

/** The lowest price of hotels of the backend; undefined if none of them has a price, which is then 0. */
export function lowestKnownPrice(hotels: readonly { readonly pricePerNight: number }[]): number | undefined {
  const prices = hotels.map(({ pricePerNight }) => pricePerNight).filter((price) => price > 0);
  return prices.length > 0 ? Math.min(...prices) : undefined;
}

/** From 0 to 5; undefined without items. */
export function averageRating(items: readonly Pick<Comparable, 'rating'>[]): number | undefined {
  if (items.length === 0) return undefined;
  return items.reduce((sum, { rating }) => sum + rating, 0) / items.length;
}
