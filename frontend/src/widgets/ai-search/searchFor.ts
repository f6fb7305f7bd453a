import type { Guests } from '@/domain/guests';
import { NO_FILTERS, PRICE_MAX, PRICE_MIN, withFilters, type Filters } from '@/domain/hotelFilters';
import type { Search } from '@/domain/searchAddress';
import type { Finding } from './findings';

const CHOICES: readonly Guests[] = ['1', '2', '3', '4'];

/** A search with the filters as parameters of the results page. */
interface SearchWithFilters extends Partial<Search> {
  readonly destination: string;
  readonly filters: URLSearchParams;
}

/** The search for a list of findings. */
export function searchFor(findings: readonly Finding[]): SearchWithFilters {
  const dates = first(findings, 'dates')?.value;
  const guests = first(findings, 'guests')?.value;
  const price = first(findings, 'price');
  const filters: Filters = {
    ...NO_FILTERS,
    price: [price?.low ?? PRICE_MIN, price?.high ?? PRICE_MAX],
    amenities: findings.filter((finding) => finding.kind === 'amenity').map(({ value }) => value),
    type: first(findings, 'type')?.value ?? null,
    sort: first(findings, 'sort')?.value ?? NO_FILTERS.sort,
  };
  return {
    destination: first(findings, 'destination')?.value ?? '',
    ...(dates && { dates }),
    ...(guests && { guests: CHOICES[guests - 1] ?? '5+' }),
    filters: withFilters(new URLSearchParams(), filters),
  };
}

function first<Kind extends Finding['kind']>(findings: readonly Finding[], kind: Kind) {
  return findings.find((finding): finding is Extract<Finding, { kind: Kind }> => finding.kind === kind);
}
