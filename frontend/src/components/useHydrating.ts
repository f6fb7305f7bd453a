import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** True during prerendering and hydration, whose render must be the same everywhere. */
export function useHydrating(): boolean {
  return useSyncExternalStore(never, () => false, () => true);
}
