import { useSyncExternalStore } from 'react';

const never = () => () => {};
const built = () => Number(import.meta.env.VITE_YEAR);

/** The current year; during prerendering and hydration, the year of the build. */
export function useYear(): number {
  return useSyncExternalStore(never, () => new Date().getFullYear(), built);
}
