import { foldForSearch } from '@/text/fold';
import { REGIONS } from './regions';

/** The region with this name; case, accents and punctuation do not count. */
export function regionNamed(name: string): (typeof REGIONS)[number] | undefined {
  const wanted = foldForSearch(name);
  return REGIONS.find((region) => foldForSearch(region.name) === wanted);
}
