import type { DateRange } from '@/dates/dateRange';
import type { Amenity } from '@/domain/hotelFilters';
import type { PropertyType } from '@/domain/propertyTypes';

/** What a sentence asks for, each what one chip says. */
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
  /** The words that meant nothing to us, as they were written. */
  readonly notUnderstood: readonly string[];
}

/** Tells findings apart; two of one kind only where a search can have both. */
export function findingKey(finding: Finding): string {
  return finding.kind === 'amenity' ? `amenity ${finding.value}` : finding.kind;
}
