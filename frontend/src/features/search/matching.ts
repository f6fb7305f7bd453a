import type { Hotel } from '@/api/hotels';
import { folded } from '@/data/destinations';

/** Case, accents, hyphens and apostrophes do not count: `ile rousse` is L'Île-Rousse. */
function searchable(text: string): string {
  return folded(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The establishments whose town, place or name contains the text; all of them for none. */
export function matchingHotels(hotels: readonly Hotel[], destination: string): readonly Hotel[] {
  const wanted = searchable(destination);
  if (!wanted) return hotels;
  return hotels.filter(({ city, location, name }) => [city, location, name].some((text) => searchable(text).includes(wanted)));
}
