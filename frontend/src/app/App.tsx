import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { PageFallback } from '@/layout/PageFallback';

interface AppProps {
  queryClient: QueryClient;
  /** The router: the browser's, or the one that the build draws pages with. */
  children: ReactNode;
}

export function App({ queryClient, children }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<PageFallback />}>{children}</Suspense>
    </QueryClientProvider>
  );
}
