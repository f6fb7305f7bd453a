import { startTransition, useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const REST_MS = 4000;
const SIGNS_OF_LIFE = ['scroll', 'pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Whether the content below the fold may load: after `REST_MS`, on the first scroll, pointer or key event, or at once
 * for an address with a fragment.
 */
export function useBelowTheFold(): boolean {
  const { hash } = useLocation();
  const [atRest, setAtRest] = useState(false);
  useEffect(() => {
    if (atRest) return undefined;
    const controller = new AbortController();
    // In a transition, so that React can interrupt the render to handle input.
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
