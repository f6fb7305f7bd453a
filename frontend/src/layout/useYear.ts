import { useSyncExternalStore } from 'react';
import { today } from '@/dates/days';

const never = () => () => {};
const built = () => Number(import.meta.env.VITE_YEAR);

/** The current year; during prerendering and hydration, the year of the build. */
export function useYear(): number {
  return useSyncExternalStore(never, () => Number(today().slice(0, 4)), built);
}
