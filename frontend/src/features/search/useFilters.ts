import { useCallback, useMemo } from 'react';
import { filterEntries, NO_FILTERS, readFilters, withFilters, type Filters } from '@/domain/hotelFilters';
import { useAddressParams } from '@/widgets/page/useAddressParams';

export interface FilterControl {
  readonly filters: Filters;
  readonly change: (part: Partial<Filters>) => void;
  /** Clears the filters and keeps the sort order. */
  readonly clear: () => void;
}

const EMPTY = new URLSearchParams();
const CLEARED = Object.fromEntries(Object.entries(filterEntries(NO_FILTERS)).filter(([name]) => name !== 'sort'));

/** The filters, which the address keeps. The same objects while the filters stay the same, whatever else changes. */
export function useFilters(): FilterControl {
  const { params, change: changeParams } = useAddressParams();
  const stated = withFilters(EMPTY, readFilters(params)).toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(stated)), [stated]);
  const change = useCallback(
    (part: Partial<Filters>) => changeParams(filterEntries({ ...filters, ...part })),
    [changeParams, filters],
  );
  const clear = useCallback(() => changeParams(CLEARED), [changeParams]);
  return useMemo(() => ({ filters, change, clear }), [filters, change, clear]);
}
