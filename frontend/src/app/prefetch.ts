import type { QueryClient } from '@tanstack/react-query';
import { hotelQuery, hotelsQuery } from '@/api/hotels';

/** Asks for what the first page shows while the page's own module, which will ask for the same, is still on its way. */
export function prefetch(queryClient: QueryClient, { pathname, search }: Location): void {
  if (pathname === '/search') void queryClient.prefetchQuery(hotelsQuery());
  if (pathname === '/hotel-detail') {
    const id = new URLSearchParams(search).get('id') ?? '';
    if (/^[1-9]\d*$/.test(id)) void queryClient.prefetchQuery(hotelQuery(Number(id)));
  }
}
