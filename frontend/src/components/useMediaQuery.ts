import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether a media query matches. It is false during prerendering and hydration. */
export function useMediaQuery(query: string): boolean {
  // Kept, because to evaluate a new list takes a millisecond.
  const list = useMemo(() => (typeof window === 'undefined' ? null : window.matchMedia(query)), [query]);
  const subscribe = useCallback(
    (onChange: () => void) => {
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list?.matches ?? false, () => false);
}
