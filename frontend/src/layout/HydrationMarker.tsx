import { useEffect } from 'react';

/**
 * Marks the end of hydration: removes the `aria-busy` that `build/prerender.ts` puts on `#root`. It renders beside the
 * page.
 */
export function HydrationMarker() {
  useEffect(() => document.getElementById('root')?.removeAttribute('aria-busy'), []);
  return null;
}
