import type { DateRange } from '@/dates/dateRange';
import type { Amenity } from '@/domain/hotelFilters';
import type { PropertyType } from '@/domain/propertyTypes';

/** A recognised part of a sentence. The page shows a chip for each. */
export type Finding =
  | { readonly kind: 'type'; readonly value: PropertyType }
  | { readonly kind: 'destination'; readonly value: string }
  | { readonly kind: 'dates'; readonly value: DateRange }
  | { readonly kind: 'guests'; readonly value: number }
  | { readonly kind: 'amenity'; readonly value: Amenity }
  | { readonly kind: 'price'; readonly low: number | null; readonly high: number | null }
  | { readonly kind: 'sort'; readonly value: 'priceAsc' | 'ratingDesc' };

export interface Understanding {
  readonly findings: readonly Finding[];
  /** The words that were not understood, as written. */
  readonly notUnderstood: readonly string[];
}

/** Identifies a finding. A search has at most one of each kind, except amenities. */
export function findingKey(finding: Finding): string {
  return finding.kind === 'amenity' ? `amenity ${finding.value}` : finding.kind;
}
