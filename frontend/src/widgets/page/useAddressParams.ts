import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { withEntries, type AddressEntries } from '@/domain/searchAddress';
import { afterPaint } from '@/scheduling/afterPaint';

const NONE: AddressEntries = {};

/**
 * The query parameters of the address, and a function that replaces some of them. The new values count at once. The
 * address gets them after the next paint, because every link of the page renders again with it.
 */
export function useAddressParams() {
  const [stated, setStated] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const [changed, setChanged] = useState(NONE);
  const text = withEntries(stated, changed).toString();
  const params = useMemo(() => new URLSearchParams(text), [text]);
  const change = useCallback((entries: AddressEntries) => setChanged((known) => ({ ...known, ...entries })), []);
  useEffect(() => {
    if (changed === NONE) return undefined;
    return afterPaint(() => {
      setChanged(NONE);
      setStated(
        (known) => withEntries(known, changed),
        // Synchronous, because `known` is the last rendered state: a second change before the render would lose the
        // first.
        { replace: true, preventScrollReset: true, flushSync: true, state },
      );
    });
  }, [changed, setStated, state]);
  return { params, change };
}
