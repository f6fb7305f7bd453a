import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same and calls the latest `callback`, for memoized components. Call it in event handlers only. */
export function useStableCallback<Args extends readonly unknown[]>(callback: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
