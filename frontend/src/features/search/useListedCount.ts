import { useLocation, useNavigate } from 'react-router';
import { entryState, type EntryState } from '@/widgets/page/entryState';

/** The number of results on the first page, and that a click on 'more' adds. */
const PAGE = 24;

/** The number of listed results. The history entry keeps it, so that Back and a reload find their place. */
export function useListedCount(total: number) {
  const location = useLocation();
  const navigate = useNavigate();
  const { search: query, hash } = location;
  const state = entryState(location);
  const count = Math.min(state.listed?.query === query ? state.listed.count : PAGE, total);
  const next = Math.min(PAGE, total - count);
  const showMore = () => {
    const extended: EntryState = { ...state, listed: { query, count: count + next } };
    void navigate({ search: query, hash }, { replace: true, preventScrollReset: true, state: extended });
  };
  return { count, next, showMore };
}
