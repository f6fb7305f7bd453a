import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';
import { hotelsQuery } from '@/api/hotels';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { createQueryClient } from './queryClient';

afterEach(() => onlineManager.setOnline(true));

it('offline, a query fails at once instead of pausing, and runs again when the connection is back', async () => {
  const queryClient = createQueryClient();
  queryClient.mount();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onlineManager.setOnline(false);
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.error()));
  const observer = new QueryObserver(queryClient, hotelsQuery());
  const unsubscribe = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle', failureCount: 1 }));
  expect(observer.getCurrentResult().error).toMatchObject({ reason: 'offline' });

  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([hotelRow({ id: 7 })])));
  online.mockReturnValue(true);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(observer.getCurrentResult().status).toBe('success'));
  unsubscribe();
  queryClient.unmount();
});
