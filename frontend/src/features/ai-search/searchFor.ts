import { NO_FILTERS, PRICE_MAX, PRICE_MIN, withFilters, type Filters } from '@/features/search/filters';
import type { Search } from '@/features/search/searchAddress';
import type { Guests } from '@/features/search-form/guests';
import type { Finding } from './findings';

const CHOICES: readonly Guests[] = ['1', '2', '3', '4'];

/** A search with the filters of its results, as their address has them. */
interface SearchWithFilters extends Partial<Search> {
  readonly destination: string;
  readonly filters: URLSearchParams;
}

/** The search that the findings add up to. */
export function searchFor(findings: readonly Finding[]): SearchWithFilters {
  let search: Partial<Search> & Pick<Search, 'destination'> = { destination: '' };
  let filters: Filters = NO_FILTERS;
  for (const finding of findings) {
    switch (finding.kind) {
      case 'destination':
        search = { ...search, destination: finding.value };
        break;
      case 'dates':
        search = { ...search, dates: finding.value };
        break;
      case 'guests':
        search = { ...search, guests: CHOICES[finding.value - 1] ?? '5+' };
        break;
      case 'type':
        filters = { ...filters, type: finding.value };
        break;
      case 'amenity':
        filters = { ...filters, amenities: [...filters.amenities, finding.value] };
        break;
      case 'price':
        filters = { ...filters, price: [finding.low ?? PRICE_MIN, finding.high ?? PRICE_MAX] };
        break;
      case 'sort':
        filters = { ...filters, sort: finding.value };
        break;
    }
  }
  return { ...search, filters: withFilters(new URLSearchParams(), filters) };
}
