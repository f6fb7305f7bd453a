import { findDestination, type Destination } from './destinations';
import { regionNamed } from './regionNamed';
import type { KnownRegion } from './regions';
import { DEFAULT_TOWN, type Town } from './towns';

/** What a search text stands for. */
export type Place =
  | { readonly kind: 'island' }
  | { readonly kind: 'region'; readonly region: KnownRegion }
  | { readonly kind: 'destination'; readonly destination: Destination };

/** The destination or region with that name. `readPlace` of `./gazetteer` also knows all other names. */
export function placeNamed(text: string): Place | null {
  const region = regionNamed(text);
  if (region) return { kind: 'region', region };
  const destination = findDestination(text);
  return destination ? { kind: 'destination', destination } : null;
}

/** The search term of a place, which is also its name in French. */
export function termOf(place: Place): string {
  switch (place.kind) {
    case 'island':
      return 'Corse';
    case 'region':
      return place.region.name;
    default:
      return place.destination.value;
  }
}

/** The known town nearest to a place. A region is near its first town. */
export function townOf(place: Place): Town | null {
  if (place.kind === 'island') return null;
  return place.kind === 'region' ? (findDestination(place.region.towns[0])?.near ?? DEFAULT_TOWN) : place.destination.near;
}
