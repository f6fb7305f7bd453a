import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, type ReactElement } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ControlLabels } from '@/app/ControlLabels';
import { createQueryClient } from '@/app/queryClient';

/**
 * Renders routes at an address, with the providers of the app and without retries of failed queries. `prepare` may fill
 * the cache.
 */
export function renderRoutes(routes: RouteObject[], at = '/', prepare?: (queryClient: QueryClient) => void) {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  prepare?.(queryClient);
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <ControlLabels>
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </ControlLabels>
    </QueryClientProvider>,
  );
  return { ...view, router, user: userEvent.setup() };
}

/** Renders one component as a page. */
export function renderComponent(element: ReactElement) {
  return renderRoutes([{ path: '*', element }]);
}
