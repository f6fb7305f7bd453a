import { DEFAULT_PRICE } from './booking';

/** The price of a night, with a word where the traveller should know where it comes from. */
export interface NightPrice {
  readonly euros: number;
  /**
   * `differs`: the address states another price than the hotel's. `unverified`: the hotel's price could not be read.
   * `default`: neither the address nor the hotel states one.
   */
  readonly note: 'differs' | 'unverified' | 'default' | null;
}

/**
 * The price of a night from the address's and the hotel's own prices; null if the hotel has none.
 *
 * @param known the hotel's prices, the usual one first; empty for an unknown hotel; null if they could not be read.
 */
export function nightPrice(stated: number | null, known: readonly number[] | null): NightPrice | null {
  if (known && known.length > 0) {
    const prices = known.filter((price) => price > 0);
    const [usual] = prices;
    if (usual === undefined) return null;
    if (stated !== null && prices.includes(stated)) return { euros: stated, note: null };
    return { euros: usual, note: stated ? 'differs' : null };
  }
  if (stated === null) return { euros: DEFAULT_PRICE, note: 'default' };
  if (stated === 0) return null;
  return { euros: stated, note: known ? null : 'unverified' };
}
