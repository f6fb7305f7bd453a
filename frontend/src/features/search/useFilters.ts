import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { NO_FILTERS, readFilters, withFilters, type Filters } from './filters';

export interface FilterControl {
  readonly filters: Filters;
  readonly change: (part: Partial<Filters>) => void;
  /** Takes every filter away and keeps the order. */
  readonly clear: () => void;
}

export function useFilters(): FilterControl {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const change = useCallback(
    (part: Partial<Filters>) =>
      setParams((known) => withFilters(known, { ...readFilters(known), ...part }), { replace: true, preventScrollReset: true }),
    [setParams],
  );
  const clear = useCallback(() => change({ ...NO_FILTERS, sort: filters.sort }), [change, filters.sort]);
  return { filters, change, clear };
}
