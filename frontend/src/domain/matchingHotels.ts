import type { Hotel } from '@/api/hotels';
import { placeNamed, type Place } from '@/geography/places';
import { foldForSearch } from '@/text/fold';
import { filterHotelsByText } from './filterHotelsByText';

/**
 * The hotels of the place that a text stands for, and those that contain the text. The whole island has all hotels, a
 * region those of its towns.
 */
export function matchingHotels(hotels: readonly Hotel[], text: string, place: Place | null = placeNamed(text)): readonly Hotel[] {
  const naming = filterHotelsByText(hotels, text);
  switch (place?.kind) {
    case 'island':
      return hotels;
    case 'region': {
      const towns = new Set(place.region.towns.map(foldForSearch));
      return hotels.filter((hotel) => naming.includes(hotel) || towns.has(foldForSearch(hotel.city)));
    }
    case 'destination':
      return [...new Set([...filterHotelsByText(hotels, place.destination.value), ...naming])];
    default:
      return naming;
  }
}

/**
 * The display name of a destination: the region's or the town's name, else the text as typed. Empty for the whole
 * island.
 */
export function placeName(text: string, found: readonly Hotel[], place: Place | null = placeNamed(text)): string {
  if (place?.kind === 'island') return '';
  if (place?.kind === 'region') return place.region.name;
  if (place && !place.destination.isBeach) return place.destination.value;
  const [first] = text ? found : [];
  const isOneTown = first && found.every(({ city }) => city === first.city);
  return isOneTown && foldForSearch(first.city).includes(foldForSearch(text)) ? first.city : text;
}
