import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { saveSearch } from '@/api/searches';
import { NO_DATES } from '@/dates/dateRange';
import { DEFAULT_GUESTS, guestCount } from '@/domain/guests';
import { searchParams, type Search } from '@/domain/searchAddress';
import { useSession } from '@/session/useSession';

interface Submitted extends Partial<Search> {
  readonly destination: string;
  /** Filters as parameters of the results page. */
  readonly filters?: URLSearchParams;
}

/** The submit handler of all search forms: saves the search of a signed-in user, and navigates to the results. */
export function useSubmitSearch(): (search: Submitted) => void {
  const navigate = useNavigate();
  const session = useSession();
  const queryClient = useQueryClient();
  return useCallback(
    ({ destination, dates = NO_DATES, guests, type = '', filters }) => {
      if (session && destination) {
        const { arrival: checkin, departure: checkout } = dates;
        saveSearch({ destination, checkin, checkout, guests: guestCount(guests ?? DEFAULT_GUESTS) }, session.token).then(
          () => queryClient.invalidateQueries({ queryKey: ['searches'] }),
          (error: unknown) => console.error('The search could not be saved', error),
        );
      }
      const params = searchParams({ destination, dates, type, ...(guests && { guests }) });
      for (const [name, value] of filters ?? []) params.set(name, value);
      void navigate({ pathname: '/search', search: params.toString() });
    },
    [navigate, session, queryClient],
  );
}
