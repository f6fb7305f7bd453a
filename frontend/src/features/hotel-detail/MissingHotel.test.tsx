import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listHotels } from '@/api/hotels';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { Component as HotelDetailPage } from './HotelDetailPage';

beforeAll(() => i18next.loadNamespaces(['hotel-detail', 'reviews', 'search', 'built-in-hotels']));
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const answer = (response: () => Response) => backend.use(http.get('*/rest/v1/hotels', response));
const open = (query: string) => renderRoutes([{ path: '/hotel-detail', Component: HotelDetailPage }], `/hotel-detail?${query}`);
const heading = () => screen.findByRole('heading', { level: 1 });
const UNAVAILABLE = { status: 503, headers: { 'Retry-After': '30' } };

/** The built-in hotel of the specification, as the sample that it is, which cannot be booked from here. */
function expectSample() {
  const section = screen.getByRole('region', { name: "En attendant, une fiche d'exemple" });
  expect(within(section).getByRole('link', { name: 'Hôtel Les Palmiers' })).toHaveAttribute('href', '/hotel-detail?id=1');
  expect(screen.queryByRole('button', { name: 'Réserver' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Réserver' })).not.toBeInTheDocument();
  expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
}

describe('§7.25 a hotel that nobody knows', () => {
  it.each([
    ['§3.3 an id', 'id=987', () => HttpResponse.json([])],
    ['an id that the backend refuses', 'id=999999999999999', () => HttpResponse.json({ message: 'out of range' }, { status: 400 })],
    ['§2.81 a name', 'hotel=Nulle+Part', () => HttpResponse.json([hotelRow({ id: 4 })])],
  ])('%s: the page says so, and shows the first built-in hotel as a sample', async (_, query, response) => {
    answer(response);
    open(query);
    expect(await heading()).toHaveTextContent('Cet établissement est introuvable.');
    expect(screen.getByRole('link', { name: 'Voir tous les hôtels' })).toHaveAttribute('href', '/hotels');
    expectSample();
  });

  it('§1.1 it says so in the language of the page', async () => {
    await i18next.changeLanguage('de');
    answer(() => HttpResponse.json([]));
    open('id=987');
    expect(await heading()).toHaveTextContent('Diese Unterkunft wurde nicht gefunden.');
  });
});

describe('§7.9 a hotel that could not be fetched', () => {
  it.each(['id=987', 'hotel=Nulle+Part'])('%s: the page says why, and shows the hotel after a retry', async (query) => {
    answer(() => HttpResponse.json({ message: 'busy' }, UNAVAILABLE));
    const { user } = open(query);
    expect(await heading()).toHaveTextContent("Cet établissement n'a pas pu être chargé.");
    expect(screen.getByRole('alert')).toHaveTextContent('Prochain essai possible dans 30 secondes.');
    expect(screen.queryByText(/introuvable|n'est plus/)).not.toBeInTheDocument();
    expectSample();
    answer(() => HttpResponse.json([hotelRow({ id: 987, name: 'Nulle Part' })]));
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Nulle Part' })).toBeVisible();
  });

  it('shows the record of the search before, and says that it is not up to date', async () => {
    const { hotels } = await cached();
    answer(() => HttpResponse.error());
    const { user } = renderRoutes(
      [{ path: '/hotel-detail', Component: HotelDetailPage }],
      '/hotel-detail?id=987',
      (queryClient) => queryClient.setQueryData(['hotels', { limit: null }], hotels),
    );
    expect(await screen.findByText(/Ces informations datent de votre dernière consultation/)).toBeVisible();
    expect(await heading()).toHaveTextContent('A Casetta');
    answer(() => HttpResponse.json([hotelRow({ id: 987, name: 'A Casetta Nova' })]));
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'A Casetta Nova' })).toBeVisible();
    expect(screen.queryByText(/dernière consultation/)).not.toBeInTheDocument();
  });

  it('§3.3 one that is built in shows its built-in data, as a sample, and logs the failure', async () => {
    answer(() => HttpResponse.error());
    open('id=3');
    expect(await heading()).toHaveTextContent('Hôtel Bella Vista');
    expect(screen.getByText(/Voici la fiche d'exemple de cet établissement/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
    expect(console.error).toHaveBeenCalled();
  });
});

describe('§3.3 a built-in hotel', () => {
  it('that the backend does not have says that it is a sample', async () => {
    answer(() => HttpResponse.json([]));
    open('id=2');
    expect(await heading()).toHaveTextContent('Auberge du Port');
    expect(screen.getByText(/^Cette fiche est un exemple/)).toBeVisible();
  });
});

async function cached() {
  answer(() => HttpResponse.json([hotelRow({ id: 987, name: 'A Casetta' })]));
  return { hotels: await listHotels() };
}
