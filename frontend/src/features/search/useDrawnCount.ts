import { startTransition, useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

/** The number of cards on a first screen. */
const FIRST = 3;
const STEP = 8;

/**
 * The number of cards of a long list to render: the first screen at once, then a few more in each idle callback, so
 * that the first cards do not wait for a hundred others. After a back navigation it is the whole list, to restore the
 * scroll.
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

/** Returns a function that cancels the callback. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(act);
  return () => cancelIdleCallback(request);
}
