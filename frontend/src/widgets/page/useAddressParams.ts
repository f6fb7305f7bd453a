import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { withEntries, type AddressEntries } from '@/domain/searchAddress';

/** The query parameters of the address, and a function that replaces some of them. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const change = useCallback(
    (entries: AddressEntries) =>
      setParams(
        (known) => withEntries(known, entries),
        // Synchronous, because `known` is the last rendered state: a second change before the render would lose the
        // first.
        { replace: true, preventScrollReset: true, flushSync: true, state },
      ),
    [setParams, state],
  );
  return { params, change };
}
