import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';

const MINUTE = 60_000;

/** Retries network failures and 5xx responses, at most twice. A 4xx response is final. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500);
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE, gcTime: 10 * MINUTE, retry: shouldRetry, refetchOnWindowFocus: false },
    },
  });
