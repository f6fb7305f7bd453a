import { useSyncExternalStore } from 'react';

const THRESHOLD_PX = 100;

// Updated by scroll events, because reading `scrollY` during a render would force a layout of the whole page.
let scrolled = false;

function subscribe(onChange: () => void): () => void {
  const onScroll = () => {
    scrolled = window.scrollY > THRESHOLD_PX;
    onChange();
  };
  window.addEventListener('scroll', onScroll, { passive: true });
  return () => window.removeEventListener('scroll', onScroll);
}

/** Whether the page is scrolled by more than 100 px. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => scrolled, () => false);
}
