import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/errors';

const MINUTE = 60_000;

/** A refusal stays one; what never arrived, or broke on the way, is asked for twice more. */
function worthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && !(error instanceof ApiError && error.status < 500);
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: MINUTE, gcTime: 10 * MINUTE, retry: worthRetrying, refetchOnWindowFocus: false },
    },
  });
