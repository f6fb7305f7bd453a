import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { withEntries, type AddressEntries } from '@/domain/searchAddress';

/** The parameters of the address, and what changes some of them in place. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (entries: AddressEntries) =>
      setParams(
        (known) => withEntries(known, entries),
        // Drawn before the next click: `known` is what was drawn last, and a change that was not drawn yet would be lost.
        { replace: true, preventScrollReset: true, flushSync: true },
      ),
    [setParams],
  );
  return { params, change };
}
