import type { Hotel } from '@/api/hotels';
import { findDestination } from '@/geography/destinations';
import { regionNamed } from '@/geography/regionNamed';
import { foldForSearch } from '@/text/fold';
import { filterHotelsByText } from './filterHotelsByText';

/**
 * The hotels that contain the destination as typed, or under its known name. For a region, also the hotels of its
 * towns.
 */
export function matchingHotels(hotels: readonly Hotel[], destination: string): readonly Hotel[] {
  const known = findDestination(destination)?.value ?? destination;
  const naming = new Set([...filterHotelsByText(hotels, destination), ...filterHotelsByText(hotels, known)]);
  const towns = regionNamed(destination)?.towns.map(foldForSearch) ?? [];
  return hotels.filter((hotel) => naming.has(hotel) || towns.includes(foldForSearch(hotel.city)));
}

/**
 * The display name of a destination: the region's name, the town's if all hotels are in one town, else the text as
 * typed.
 */
export function placeName(destination: string, found: readonly Hotel[]): string {
  const region = regionNamed(destination);
  if (region) return region.name;
  const [first] = destination ? found : [];
  const isOneTown = first && found.every(({ city }) => city === first.city);
  return isOneTown && foldForSearch(first.city).includes(foldForSearch(destination)) ? first.city : destination;
}
