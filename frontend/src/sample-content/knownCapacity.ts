import { fold } from '@/text/fold';
import { CAMPSITES } from './campsites';
import { RESIDENCES } from './residences';
import { VILLAS } from './villas';

/** A pitch is for two, as the page of campsites says. */
const PITCH_GUESTS = 2;

const CAPACITY: ReadonlyMap<string, number> = new Map([
  ...VILLAS.map(({ name, capacity }) => [fold(name), capacity] as const),
  ...CAMPSITES.map(({ name }) => [fold(name), PITCH_GUESTS] as const),
  ...RESIDENCES.map(({ name, persons: [, most] }) => [fold(name), most] as const),
]);

/** The most guests of a villa, residence or pitch of the listing pages, by its name. */
export function knownCapacity(name: string): number | null {
  return CAPACITY.get(fold(name)) ?? null;
}
