import { useSyncExternalStore } from 'react';

const never = () => () => {};
const built = () => Number(import.meta.env.VITE_YEAR);

/** The current year; on a page that the build has drawn, the build's until the app has taken over. */
export function useYear(): number {
  return useSyncExternalStore(never, () => new Date().getFullYear(), built);
}
