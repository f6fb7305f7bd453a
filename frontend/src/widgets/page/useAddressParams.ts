import { useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router';
import { withEntries, type AddressEntries } from '@/domain/searchAddress';
import { afterPaint } from '@/scheduling/afterPaint';

/** Changes that the rendered address does not have yet. */
interface Pending {
  readonly entries: AddressEntries;
  /** The key of the rendered location when they were sent to the router; null before. */
  readonly sentFrom: string | null;
}

const NONE: Pending = { entries: {}, sentFrom: null };

/**
 * The query parameters of the address, and a function that replaces some of them. The new values count at once. The
 * address gets them after the next paint and in a transition, because every link of the page renders again with it.
 */
export function useAddressParams() {
  const { key, pathname, search } = useLocation();
  const router = useContext(DataRouterContext)?.router;
  const navigate = useNavigate();
  const [pending, setPending] = useState(NONE);
  const text = withEntries(new URLSearchParams(search), pending.entries).toString();
  if (pending.sentFrom !== null && pending.sentFrom !== key) {
    // Another location than the one they were sent to comes after Back, which keeps what was chosen in an overlay.
    const hasArrived = text === new URLSearchParams(search).toString();
    setPending(hasArrived ? NONE : { ...pending, sentFrom: null });
  }
  const params = useMemo(() => new URLSearchParams(text), [text]);

  const change = useCallback(
    (entries: AddressEntries) => setPending((before) => ({ entries: { ...before.entries, ...entries }, sentFrom: null })),
    [],
  );
  useEffect(() => {
    if (!router || pending === NONE || pending.sentFrom !== null) return undefined;
    return afterPaint(() => {
      // The router's location can be ahead of the rendered one: by changes that are not rendered yet, or on another page.
      const { location, navigation } = router.state;
      if (location.pathname !== pathname || navigation.state !== 'idle') return;
      setPending((latest) => (latest === pending ? { ...pending, sentFrom: key } : latest));
      const next = withEntries(new URLSearchParams(location.search), pending.entries);
      const state: unknown = location.state;
      void navigate(`?${next}`, { replace: true, preventScrollReset: true, state });
    });
  }, [pending, key, pathname, router, navigate]);
  return { params, change };
}
