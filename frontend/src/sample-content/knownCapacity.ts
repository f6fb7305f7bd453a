import { fold } from '@/text/fold';
import { RESIDENCES } from './residences';
import { VILLAS } from './villas';

const CAPACITY: ReadonlyMap<string, number> = new Map([
  ...VILLAS.map(({ name, capacity }) => [fold(name), capacity] as const),
  ...RESIDENCES.map(({ name, persons: [, most] }) => [fold(name), most] as const),
]);

/** The most guests of a villa or residence of the listing pages, by its name. */
export function knownCapacity(name: string): number | null {
  return CAPACITY.get(fold(name)) ?? null;
}
