import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Suspense, type ComponentProps } from 'react';
import { RouterProvider } from 'react-router/dom';
import { PageFallback } from './PageFallback';

interface AppProps {
  queryClient: QueryClient;
  router: ComponentProps<typeof RouterProvider>['router'];
}

export function App({ queryClient, router }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<PageFallback />}>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>
  );
}
