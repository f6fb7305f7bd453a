/** The hotels, the set-up and the requests that the tests of the results share. */
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { vi } from 'vitest';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { Component as SearchPage } from './SearchPage';

export const bellaVista = hotelRow();
export const palmiers = hotelRow({
  id: 1, name: 'Hôtel Les Palmiers', city: 'Ajaccio', location: 'Centre-ville, Ajaccio', price_per_night: 72, rating: 4.6, amenities: ['Parking'],
});
export const mouettes = hotelRow({ id: 9, name: 'Les Mouettes', city: 'Ajaccio', location: 'Cours Lucien, Ajaccio', price_per_night: '145.00', rating: 3.2 });

/** Call 6 returns these rows, and with a limit the others. Returns a mock that records the queries. */
export function hotels(all: object[], selection: object[] = []) {
  const asked = vi.fn();
  backend.use(
    http.get('*/rest/v1/hotels', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked(searchParams.toString());
      return HttpResponse.json(searchParams.has('limit') ? selection : all);
    }),
  );
  return asked;
}

export const show = (at: string) => renderRoutes([{ path: '/search', element: <SearchPage /> }, { path: '*', element: null }], at);
export const cards = async () => (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
