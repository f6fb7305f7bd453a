import { startTransition, useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** As many as a first screen shows. */
const FIRST = 3;
const STEP = 8;

/**
 * How many of a long list are drawn: those of the first screen at once, then a few more whenever the browser has nothing
 * else to do, so that a hundred cards keep nobody waiting for the first one. Who comes back to a list finds it whole.
 */
export function useDrawnCount(total: number): number {
  const { key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop && key !== 'default';
  const [drawn, setDrawn] = useState(isReturn ? Infinity : FIRST);
  useEffect(() => {
    if (drawn >= total) return undefined;
    return whenIdle(() => startTransition(() => setDrawn(drawn + STEP)));
  }, [drawn, total]);
  return Math.min(drawn, total);
}

/** Returns what calls it off. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act);
  return () => cancelIdleCallback(request);
}
