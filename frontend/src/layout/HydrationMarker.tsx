import { useEffect } from 'react';

/** Says, from beside the page, that the app has taken over what the build has drawn of it (`build/prerender.ts`). */
export function HydrationMarker() {
  useEffect(() => document.getElementById('root')?.removeAttribute('aria-busy'), []);
  return null;
}
