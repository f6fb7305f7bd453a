import { useSyncExternalStore } from 'react';

const THRESHOLD_PX = 100;

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}

/** Whether the page has been scrolled beyond its first 100 px. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > THRESHOLD_PX, () => false);
}
