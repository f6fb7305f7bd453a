import { BUILT_IN_HOTELS } from './builtInHotels';
import { GASTRONOMIC_HOTELS } from './gastronomicHotels';
import { LUXURY_HOTELS } from './luxuryHotels';
import { fold } from '@/text/fold';

const LUXURY_STARS = 5;

/** The official stars by the hotel's name. Its record in the backend has none. */
const STARS: ReadonlyMap<string, number> = new Map([
  ...[...BUILT_IN_HOTELS, ...GASTRONOMIC_HOTELS].map(({ name, stars }) => [fold(name), stars] as const),
  ...LUXURY_HOTELS.map(({ name }) => [fold(name), LUXURY_STARS] as const),
]);

/** The stars of a hotel, if the site knows them. */
export function knownStars(name: string): number | null {
  return STARS.get(fold(name)) ?? null;
}
