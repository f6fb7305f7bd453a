import { useHydrating } from '@/components/useHydrating';
import { today } from '@/dates/days';

/** The current day in Corsica; undefined during hydration, because the build made the document on another day. */
export function useToday(): string | undefined {
  return useHydrating() ? undefined : today();
}
