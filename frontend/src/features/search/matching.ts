import type { Hotel } from '@/api/hotels';
import { folded } from '@/data/folded';

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

/** A destination as its town writes it, where all that was found lies in one; else as it was typed. */
export function placeName(destination: string, found: readonly Hotel[]): string {
  const [first] = destination ? found : [];
  const isOneTown = first && found.every(({ city }) => city === first.city);
  return isOneTown && searchable(first.city).includes(searchable(destination)) ? first.city : destination;
}
