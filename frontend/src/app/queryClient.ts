import { QueryClient } from '@tanstack/react-query';
import { retryDelay, shouldRetry } from '@/api/retry';

const MINUTE = 60_000;

/**
 * Requests are sent even when the browser says that it is offline: they fail at once, so that the page can say so,
 * where they would otherwise be paused. When the connection is back, pages fetch what they lack.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: MINUTE,
        gcTime: 10 * MINUTE,
        retry: shouldRetry,
        retryDelay: (failures, error) => retryDelay(failures, error),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
