import { useCallback, useMemo } from 'react';
import { filterEntries, NO_FILTERS, readFilters, type Filters } from '@/domain/hotelFilters';
import { useAddressParams } from '@/widgets/page/useAddressParams';

export interface FilterControl {
  readonly filters: Filters;
  readonly change: (part: Partial<Filters>) => void;
  /** Clears the filters and keeps the sort order. */
  readonly clear: () => void;
}

export function useFilters(): FilterControl {
  const { params, change: changeParams } = useAddressParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const change = useCallback(
    (part: Partial<Filters>) => changeParams(filterEntries({ ...filters, ...part })),
    [changeParams, filters],
  );
  const clear = useCallback(() => change({ ...NO_FILTERS, sort: filters.sort }), [change, filters.sort]);
  return { filters, change, clear };
}
