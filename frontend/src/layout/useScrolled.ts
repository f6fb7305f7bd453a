import { useSyncExternalStore } from 'react';

const THRESHOLD_PX = 100;

// Read when the page scrolls and never while it draws: there the browser would have to lay the whole page out to answer.
let scrolled = false;

function subscribe(onChange: () => void): () => void {
  const onScroll = () => {
    scrolled = window.scrollY > THRESHOLD_PX;
    onChange();
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => window.removeEventListener('scroll', onScroll);
}

/** Whether the page has been scrolled beyond its first 100 px. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => scrolled, () => false);
}
