import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { PageFallback } from '@/layout/PageFallback';
import { ControlLabels } from './ControlLabels';

interface AppProps {
  queryClient: QueryClient;
  /** The router: the browser's, or the static one that the build prerenders pages with. */
  children: ReactNode;
}

/** The providers around the router. */
export function App({ queryClient, children }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ControlLabels>
        <Suspense fallback={<PageFallback />}>{children}</Suspense>
      </ControlLabels>
    </QueryClientProvider>
  );
}
