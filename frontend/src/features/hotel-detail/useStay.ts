import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { nightsOf, type DateRange } from '@/features/search-form/dateRange';
import { isGuests, type Guests } from '@/features/search-form/guests';
import { readDates } from '@/features/search/searchAddress';

const DEFAULT_GUESTS: Guests = '2';

/** Dates and travellers of the stay. They live in the address, where the page of results put them. */
export function useStay() {
  const [params, setParams] = useSearchParams();
  const guests = params.get('guests');
  const dates = useMemo(() => readDates(params), [params]);
  const set = (entries: Record<string, string | null>) =>
    setParams(
      (known) => {
        const next = new URLSearchParams(known);
        for (const [name, value] of Object.entries(entries)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    dates,
    nights: nightsOf(dates),
    guests: isGuests(guests) ? guests : DEFAULT_GUESTS,
    setDates: ({ arrival, departure }: DateRange) => set({ checkin: arrival, checkout: departure }),
    setGuests: (value: Guests) => set({ guests: value }),
  };
}
