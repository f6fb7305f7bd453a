import type { Hotel } from '@/api/hotels';
import { foldForSearch } from '@/text/fold';

/**
 * The hotels whose town, location or name contains the text; all hotels for an empty text. Those of the town with that
 * very name come first: Porto before Porto-Vecchio.
 */
export function filterHotelsByText(hotels: readonly Hotel[], text: string): readonly Hotel[] {
  const wanted = foldForSearch(text);
  if (!wanted) return hotels;
  const found = hotels.filter(({ city, location, name }) => [city, location, name].some((part) => foldForSearch(part).includes(wanted)));
  const isThere = ({ city }: Hotel) => foldForSearch(city) === wanted;
  return [...found.filter(isThere), ...found.filter((hotel) => !isThere(hotel))];
}
