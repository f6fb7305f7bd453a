import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useHydrating } from '@/components/useHydrating';
import { RESTAURANTS, type RestaurantId } from '@/sample-content/restaurants';
import { entryState, type EntryState } from '@/widgets/page/entryState';

const PARAMETER = 'restaurant';
/** State of a history entry that a link of this page has made: closing the details goes back. */
export const OPENED_HERE = { state: { overlay: PARAMETER } satisfies EntryState };

type ChosenRestaurant = (typeof RESTAURANTS)[number];

/** The query of the page with the details of a restaurant. */
export function restaurantSearch(id: RestaurantId): string {
  return `?${new URLSearchParams({ [PARAMETER]: id })}`;
}

/** The restaurant in the address, whose details are open, and the function that closes them. */
export function useChosenRestaurant(): { chosen: ChosenRestaurant | null; close: () => void } {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  // The prerendered page knows no query.
  const isHydrating = useHydrating();
  const id = isHydrating ? null : params.get(PARAMETER);
  const close = () => {
    if (entryState(location).overlay === PARAMETER) {
      void navigate(-1);
      return;
    }
    setParams(
      (known) => {
        const rest = new URLSearchParams(known);
        rest.delete(PARAMETER);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { chosen: RESTAURANTS.find((restaurant) => restaurant.id === id) ?? null, close };
}
