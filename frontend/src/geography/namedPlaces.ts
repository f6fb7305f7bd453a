import { foldForSearch } from '@/text/fold';
import { DESTINATIONS } from './destinations';
import { positionOfPlace } from './placePositions';
import { isTown, TOWNS, type Position } from './towns';

interface NamedPlace {
  readonly name: string;
  readonly kind: 'town' | 'village' | 'beach';
  readonly position: Position;
}

/** All destinations that have a position: towns, villages and beaches. */
export const NAMED_PLACES: readonly NamedPlace[] = DESTINATIONS.flatMap(({ names: [name = ''], isBeach }) => {
  const position = isTown(name) ? TOWNS[name] : positionOfPlace(name);
  const kind = isTown(name) ? 'town' : isBeach ? 'beach' : 'village';
  return position ? [{ name, kind, position }] : [];
});

const BY_LENGTH = NAMED_PLACES.map((place) => ({ place, folded: foldForSearch(place.name).replace(/^l /, '') })).toSorted(
  (a, b) => b.folded.length - a.folded.length,
);

/** The place that an address names; if it names several, the one with the longest name. */
export function placeInAddress(address: string): NamedPlace | null {
  const text = ` ${foldForSearch(address)} `;
  return BY_LENGTH.find(({ folded }) => text.includes(` ${folded} `))?.place ?? null;
}
