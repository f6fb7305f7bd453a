import { searchable } from '@/text/folded';
import { REGIONS, type Region } from './regions';

/** The region of that name. */
export function regionNamed(name: string): Region | undefined {
  const wanted = searchable(name);
  return REGIONS.find((region) => searchable(region.name) === wanted);
}
