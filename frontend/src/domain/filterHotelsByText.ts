import type { Hotel } from '@/api/hotels';
import { foldForSearch } from '@/text/fold';

/** The hotels whose town, location or name contains the text; all hotels for an empty text. */
export function filterHotelsByText(hotels: readonly Hotel[], text: string): readonly Hotel[] {
  const wanted = foldForSearch(text);
  if (!wanted) return hotels;
  return hotels.filter(({ city, location, name }) => [city, location, name].some((part) => foldForSearch(part).includes(wanted)));
}
