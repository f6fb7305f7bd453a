import { DESTINATIONS, findDestination } from './destinations';
import { foldForSearch } from '@/text/fold';
import { REGIONS } from './regions';
import { DEFAULT_TOWN, type Town } from './towns';

interface NamedPlace {
  readonly name: string;
  readonly near: Town;
}

/** All names of destinations and regions, without the article `l'`. A region is near its first town. */
const PLACES: readonly NamedPlace[] = [
  ...DESTINATIONS.flatMap(({ names, near }) => names.map((name) => ({ name, near }))),
  ...REGIONS.map(({ name, towns: [first] }) => ({ name, near: findDestination(first)?.near ?? DEFAULT_TOWN })),
].map(({ name, near }) => ({ name: foldForSearch(name).replace(/^l /, ''), near }));

/**
 * The known town nearest to a destination. If several are named in the text, the longest name counts; if none, Ajaccio.
 */
export function townNear(destination: string): Town {
  const text = ` ${foldForSearch(destination)} `;
  const named = PLACES.filter(({ name }) => text.includes(` ${name} `));
  return named.toSorted((a, b) => b.name.length - a.name.length)[0]?.near ?? DEFAULT_TOWN;
}
