import type { Hotel } from '@/api/hotels';
import { findDestination } from '@/geography/destinations';
import { searchable } from '@/text/folded';
import { regionNamed } from '@/geography/regionNamed';
import { filterHotelsByText } from '@/domain/filterHotelsByText';

/** The establishments of a destination: those that name it as it is typed or as we know it, and for a region those of its towns. */
export function matchingHotels(hotels: readonly Hotel[], destination: string): readonly Hotel[] {
  const known = findDestination(destination)?.value ?? destination;
  const naming = new Set([...filterHotelsByText(hotels, destination), ...filterHotelsByText(hotels, known)]);
  const towns = regionNamed(destination)?.towns.map(searchable) ?? [];
  return hotels.filter((hotel) => naming.has(hotel) || towns.includes(searchable(hotel.city)));
}

/** A region by its name; a destination as its town writes it, where all that was found lies in one; else as it was typed. */
export function placeName(destination: string, found: readonly Hotel[]): string {
  const region = regionNamed(destination);
  if (region) return region.name;
  const [first] = destination ? found : [];
  const isOneTown = first && found.every(({ city }) => city === first.city);
  return isOneTown && searchable(first.city).includes(searchable(destination)) ? first.city : destination;
}
