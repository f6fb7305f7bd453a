import { http, HttpResponse } from 'msw';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { GUEST_HOUSE_IDS, hotelQuery, hotelsByIdsQuery, hotelsQuery } from '@/api/hotels';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { createQueryClient } from './queryClient';
import { createRoutes, loadPage } from './router';

/** A router without a component tree: whatever is fetched was started by a loader. */
function routerAt(path: string) {
  const queryClient = createQueryClient();
  const router = createMemoryRouter(createRoutes(queryClient), { initialEntries: [path] });
  return { queryClient, router };
}

const requests = () => {
  const paths: string[] = [];
  backend.use(
    http.get('*/rest/v1/hotels', ({ request }) => {
      paths.push(new URL(request.url).search);
      return HttpResponse.json([hotelRow({ id: 7 })]);
    }),
  );
  return paths;
};

describe('page loaders', () => {
  it.each([
    ['/search?destination=Calvi', hotelsQuery().queryKey],
    ['/maisons-hotes', hotelsQuery().queryKey],
    ['/gites-chambres-hotes', hotelsQuery().queryKey],
    ['/appartements', hotelsQuery().queryKey],
    ['/chambres-hotes', hotelsByIdsQuery(GUEST_HOUSE_IDS).queryKey],
    ['/hotel-detail?id=7', hotelQuery(7).queryKey],
  ])('%s starts its query once', async (path, queryKey) => {
    const asked = requests();
    const { queryClient, router } = routerAt('/taxi');
    await router.navigate(path);
    await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('success'));
    await router.navigate('/taxi');
    await router.navigate(path);
    expect(asked).toHaveLength(1);
  });

  it.each(['/search?geolocation=true', '/hotel-detail?id=h2', '/villas'])('%s starts none', async (path) => {
    const asked = requests();
    const { queryClient, router } = routerAt('/taxi');
    await router.navigate(path);
    expect(router.state.location.pathname).toBe(path.split('?')[0]);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('the first page', () => {
  it('is ready without a loader, so that the router renders it at once', async () => {
    const routes = createRoutes(createQueryClient());
    await loadPage(routes, '/maisons-hotes');
    const router = createMemoryRouter(routes, { initialEntries: ['/maisons-hotes'] });
    expect(router.state.initialized).toBe(true);
  });
});
