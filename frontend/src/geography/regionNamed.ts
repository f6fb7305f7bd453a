import { foldForSearch } from '@/text/fold';
import { REGIONS, type KnownRegion } from './regions';

/** The region with this name; case, accents and punctuation do not count. */
export function regionNamed(name: string): KnownRegion | undefined {
  const wanted = foldForSearch(name);
  return REGIONS.find((region) => foldForSearch(region.name) === wanted);
}
