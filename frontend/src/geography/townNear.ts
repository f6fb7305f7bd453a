import { DESTINATIONS, findDestination } from './destinations';
import { searchable } from '@/text/folded';
import { REGIONS } from './regions';
import { DEFAULT_TOWN, type Town } from './towns';

interface Named {
  readonly name: string;
  readonly near: Town;
}

/** Every name of a destination, with or without its article, and those of the regions, which are near where their first town is. */
const NAMES: readonly Named[] = [
  ...DESTINATIONS.flatMap(({ names, near }) => names.map((name) => ({ name, near }))),
  ...REGIONS.map(({ name, towns: [first] }) => ({ name, near: findDestination(first)?.near ?? DEFAULT_TOWN })),
].map(({ name, near }) => ({ name: searchable(name).replace(/^l /, ''), near }));

/** The known town nearest to a destination that we know, or to the longest one named in the text; Ajaccio for any other. */
export function townNear(destination: string): Town {
  const text = ` ${searchable(destination)} `;
  const named = NAMES.filter(({ name }) => text.includes(` ${name} `));
  return named.toSorted((a, b) => b.name.length - a.name.length)[0]?.near ?? DEFAULT_TOWN;
}
