import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';

/**
 * A page module's `createLoader` export. The loader runs on a navigation to the page, before React renders it, and
 * starts the queries of the page. It does not wait for them: the page shows its skeleton meanwhile.
 */
export type CreateLoader = (queryClient: QueryClient) => (args: LoaderFunctionArgs) => null;

/**
 * Starts a query, unless the cache has an entry for it. The component that uses the query then refetches stale data
 * itself.
 */
export function startQuery<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): null {
  if (!queryClient.getQueryState(query.queryKey)) void queryClient.prefetchQuery(query);
  return null;
}
