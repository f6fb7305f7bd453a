import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderComponent } from '@/testing/render';
import { Component as GuestRoomsPage } from './GuestRoomsPage';

const EMPTY = "Aucune chambre d'hôtes trouvée pour le moment.";
const LOADING = "Chargement des chambres d'hôtes...";
const answer = (resolver: Parameters<typeof http.get>[1]) => backend.use(http.get('*/rest/v1/hotels', resolver));
const room = (id: number, part: Parameters<typeof hotelRow>[0] = {}) =>
  hotelRow({ id, name: `Casa ${id}`, property_type: 'guest_room', ...part });
const valueOf = (label: string) => screen.getByText(label).closest('div');

beforeAll(() => i18next.loadNamespaces(['guest-rooms', 'listing']));
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('§2.63 /chambres-hotes', () => {
  it('§7.16 call 16: asks for the nineteen houses with the public key, the best rated first', async () => {
    let asked: Request | undefined;
    answer(({ request }) => {
      asked = request;
      return HttpResponse.json([room(105), room(7)]);
    });
    renderComponent(<GuestRoomsPage />);
    await screen.findByRole('link', { name: 'Casa 105' });
    const url = new URL(asked?.url ?? '');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      select: '*',
      id: 'in.(105,106,110,99,104,92,115,35,116,60,41,46,75,56,61,94,63,52,7)',
      order: 'rating.desc',
    });
    expect(asked?.headers.get('apikey')).toBeTruthy();
    expect(asked?.headers.get('authorization')).toBe(`Bearer ${asked?.headers.get('apikey')}`);
  });

  it('keeps the order of the answer; a card opens its house', async () => {
    answer(() => HttpResponse.json([room(105, { rating: '4.9' }), room(7, { rating: '4.1' })]));
    renderComponent(<GuestRoomsPage />);
    const list = await screen.findByRole('list', { name: 'Ils vous ouvrent leur porte' });
    expect(within(list).getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Casa 105', 'Casa 7']);
    expect(screen.getByRole('link', { name: 'Casa 7' })).toHaveAttribute('href', '/hotel-detail?id=7');
  });

  it('§9.10 rounds prices to whole euros, shows ratings to one decimal and at most four amenities', async () => {
    const amenities = ['Wi-Fi gratuit', 'Jardin', 'Parking', 'Petit-déjeuner', 'Terrasse', 'Piscine'];
    answer(() => HttpResponse.json([room(105, { price_per_night: '71.60', rating: '4.56', amenities })]));
    renderComponent(<GuestRoomsPage />);
    const list = await screen.findByRole('list', { name: 'Ils vous ouvrent leur porte' });
    expect(within(list).getByText(/^72\s€$/)).toBeVisible();
    expect(within(list).getByRole('img', { name: '4,6 sur 5' })).toBeVisible();
    expect(within(list).getByText('+2 autres')).toBeVisible();
    expect(within(list).queryByText('Terrasse')).not.toBeInTheDocument();
  });

  it('shows the average of the hotels with a rating', async () => {
    const rows = [room(105, { rating: 5 }), room(7, { rating: 4 }), room(52, { rating: 0, reviews_count: 0 })];
    answer(() => HttpResponse.json(rows));
    renderComponent(<GuestRoomsPage />);
    await waitFor(() => expect(valueOf('note moyenne des voyageurs')).toHaveTextContent('4,5/5'));
    expect(valueOf('maisons sur cette page')).toHaveTextContent('3');
  });

  it('§4.25 shows the loading state', async () => {
    answer(async () => {
      await delay('infinite');
      return HttpResponse.json([]);
    });
    renderComponent(<GuestRoomsPage />);
    expect(await screen.findByText(LOADING)).toBeVisible();
    expect(screen.queryByText(EMPTY)).not.toBeInTheDocument();
    expect(valueOf('la nuit, à partir de')).toHaveTextContent('…');
  });

  it('§9.10 shows the empty state, with 4.4 as the average', async () => {
    answer(() => HttpResponse.json([]));
    renderComponent(<GuestRoomsPage />);
    expect(await screen.findByText(EMPTY)).toBeVisible();
    expect(valueOf('note moyenne des voyageurs')).toHaveTextContent('4,4/5');
    expect(screen.queryByText(LOADING)).not.toBeInTheDocument();
  });

  it.each([
    ['there are none', () => HttpResponse.json([])],
    ['the call is refused', () => HttpResponse.json({ message: 'no' }, { status: 500 })],
    ['the call fails', () => HttpResponse.error()],
  ])('§2.55 the strip says neither how many nor from what price where %s', async (_case, resolver) => {
    answer(resolver);
    renderComponent(<GuestRoomsPage />);
    expect(await screen.findByText(EMPTY)).toBeVisible();
    expect(screen.queryByText('…')).not.toBeInTheDocument();
    expect(screen.queryByText('la nuit, à partir de')).not.toBeInTheDocument();
    expect(screen.queryByText('maisons sur cette page')).not.toBeInTheDocument();
  });

  it('§4.25, §8.29 an error response shows the empty state', async () => {
    answer(() => HttpResponse.json({ message: 'no' }, { status: 500 }));
    renderComponent(<GuestRoomsPage />);
    expect(await screen.findByText(EMPTY)).toBeVisible();
    expect(console.error).not.toHaveBeenCalled();
  });

  it('§4.25, §8.29 a failed fetch is logged and shows the empty state', async () => {
    answer(() => HttpResponse.error());
    renderComponent(<GuestRoomsPage />);
    expect(await screen.findByText(EMPTY)).toBeVisible();
    expect(console.error).toHaveBeenCalledWith("Erreur lors du chargement des chambres d'hôtes:", expect.any(Error));
  });

  it("§2.91 has its title and the section 'L'Art de l'Accueil Corse'", async () => {
    answer(() => HttpResponse.json([room(105)]));
    renderComponent(<GuestRoomsPage />);
    expect(await screen.findByRole('heading', { level: 1, name: "Chambres d'Hôtes - Accueil Familial" })).toBeVisible();
    expect(screen.getByRole('region', { name: "L'Art de l'Accueil Corse" })).toBeVisible();
  });
});
