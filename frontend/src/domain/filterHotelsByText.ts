import type { Hotel } from '@/api/hotels';
import { foldForSearch } from '@/text/fold';

/** The establishments whose town, place or name contains the text, whatever its case; all of them for none. */
export function filterHotelsByText(hotels: readonly Hotel[], text: string): readonly Hotel[] {
  const wanted = foldForSearch(text);
  if (!wanted) return hotels;
  return hotels.filter(({ city, location, name }) => [city, location, name].some((part) => foldForSearch(part).includes(wanted)));
}
