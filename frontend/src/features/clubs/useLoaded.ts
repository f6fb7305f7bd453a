import { startTransition, useEffect, useState } from 'react';

/** §9: the lists of clubs show their loading state for this long. */
export const LOAD_MS = 1000;

export function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setLoaded(true)), LOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return loaded;
}
