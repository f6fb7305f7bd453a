import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const REST_MS = 4000;
const SIGNS_OF_LIFE = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const;

/**
 * True once the first screen has had its time, once somebody does something, or at once where the address names a part
 * of the page: then what stands below the first screen may load.
 */
export function useBelowTheFold(): boolean {
  const { hash } = useLocation();
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    if (atRest) return undefined;
    const controller = new AbortController();
    // As a transition, which is drawn in slices: a finger that moves meanwhile is answered.
    const rest = () => startTransition(() => setAtRest(true));
    const timer = setTimeout(rest, REST_MS);
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, rest, { passive: true, signal: controller.signal });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [atRest]);
  return atRest || hash !== '';
}
