import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { PageFallback } from '@/layout/PageFallback';
import { ControlLabels } from './ControlLabels';
import { BareError } from './LayoutError';

interface AppProps {
  queryClient: QueryClient;
  /** The router: the browser's, or the static one that the build prerenders pages with. */
  children: ReactNode;
}

/** The providers around the router, and the error boundary of the whole app. */
export function App({ queryClient, children }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ControlLabels>
        <ErrorBoundary renderError={(error) => <BareError error={error} />}>
          <Suspense fallback={<PageFallback />}>{children}</Suspense>
        </ErrorBoundary>
      </ControlLabels>
    </QueryClientProvider>
  );
}
