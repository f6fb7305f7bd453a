import type { Hotel } from '@/api/hotels';
import { searchable } from '@/text/folded';

/** The establishments whose town, place or name contains the text, whatever its case; all of them for none. */
export function filterHotelsByText(hotels: readonly Hotel[], text: string): readonly Hotel[] {
  const wanted = searchable(text);
  if (!wanted) return hotels;
  return hotels.filter(({ city, location, name }) => [city, location, name].some((part) => searchable(part).includes(wanted)));
}
