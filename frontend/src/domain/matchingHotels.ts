import type { Hotel } from '@/api/hotels';
import { findDestination } from '@/geography/destinations';
import { regionNamed } from '@/geography/regionNamed';
import { foldForSearch } from '@/text/fold';
import { filterHotelsByText } from './filterHotelsByText';

/** The establishments of a destination: those that name it as it is typed or as we know it, and for a region those of its towns. */
export function matchingHotels(hotels: readonly Hotel[], destination: string): readonly Hotel[] {
  const known = findDestination(destination)?.value ?? destination;
  const naming = new Set([...filterHotelsByText(hotels, destination), ...filterHotelsByText(hotels, known)]);
  const towns = regionNamed(destination)?.towns.map(foldForSearch) ?? [];
  return hotels.filter((hotel) => naming.has(hotel) || towns.includes(foldForSearch(hotel.city)));
}

/** A region by its name; a destination as its town writes it, where all that was found lies in one; else as it was typed. */
export function placeName(destination: string, found: readonly Hotel[]): string {
  const region = regionNamed(destination);
  if (region) return region.name;
  const [first] = destination ? found : [];
  const isOneTown = first && found.every(({ city }) => city === first.city);
  return isOneTown && foldForSearch(first.city).includes(foldForSearch(destination)) ? first.city : destination;
}
