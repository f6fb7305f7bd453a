import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { request } from './client';
import { numeric } from './values';

/** Maximum number of searches in the history. */
export const HISTORY_LIMIT = 25;

/** The body of call 4. Dates are `YYYY-MM-DD`. */
interface NewSearch {
  readonly destination: string;
  readonly checkin: string | null;
  readonly checkout: string | null;
  readonly guests: number;
}

const SavedSearch = v.object({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  destination: v.string(),
  checkin: v.optional(v.nullable(v.string()), null),
  checkout: v.optional(v.nullable(v.string()), null),
  guests: v.optional(numeric, 1),
  created_at: v.string(),
});
export type SavedSearch = v.InferOutput<typeof SavedSearch>;

const SearchList = v.object({ searches: v.array(SavedSearch) });

/** Call 4: saves a search of a signed-in user. */
export async function saveSearch(search: NewSearch, token: string): Promise<void> {
  await request('functions/v1/user-searches', { method: 'POST', body: { ...search }, token, schema: v.unknown() });
}

/** Call 5: the user's saved searches, newest first. */
export async function listSearches(userId: string, token: string, signal?: AbortSignal): Promise<SavedSearch[]> {
  const { searches } = await request('functions/v1/user-searches', {
    query: { userId, limit: HISTORY_LIMIT },
    token,
    signal,
    schema: SearchList,
  });
  return searches;
}

/** The search history of a user, cached by user id. */
export const searchHistoryQuery = (userId: string, token: string) =>
  queryOptions({
    queryKey: ['searches', userId],
    queryFn: ({ signal }) => listSearches(userId, token, signal),
  });
