import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as HomePage } from './HomePage';

const routes = [
  { path: '/', Component: HomePage },
  { path: '/search', element: <p>{'results'}</p> },
];
const hotel = (id: number, price: number | string) => ({
  id,
  name: `Hôtel ${id}`,
  city: 'Calvi',
  location: 'Calvi',
  description: '',
  images: [],
  amenities: [],
  rating: '4.20',
  reviews_count: 3,
  price_per_night: price,
  property_type: 'hotel',
});
const search = (id: number) => ({
  id: String(id),
  destination: `Ville ${id}`,
  checkin: null,
  checkout: null,
  guests: 2,
  created_at: new Date().toISOString(),
});
const signIn = () => {
  localStorage.setItem(TOKEN_KEY, 'token-of-lea');
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
};
const history = (answer: () => Response) => http.get('*/functions/v1/user-searches', answer);

beforeAll(() => i18next.loadNamespaces(['home', 'search']));
beforeEach(() => {
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([])));
});

describe('§2 home: search form', () => {
  it('§5 search: without a destination nothing is searched', async () => {
    const { user, router } = renderRoutes(routes);
    await user.click(await screen.findByRole('button', { name: 'Rechercher' }));
    expect(await screen.findByText('Ce champ est obligatoire.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });

  it('leads to the results with what was asked', async () => {
    const { user, router } = renderRoutes(routes);
    await user.type(await screen.findByRole('combobox', { name: 'Destination' }), 'Calvi');
    await user.selectOptions(screen.getByLabelText('Voyageurs'), '5+');
    await user.click(screen.getByRole('button', { name: 'Rechercher' }));
    await screen.findByText('results');
    expect(router.state.location.search).toBe('?destination=Calvi&guests=5%2B');
  });

  it('§5 geolocation: the nearest known town becomes the destination', async () => {
    const nearCalvi = { coords: { latitude: 42.57, longitude: 8.76 } };
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: (found: (position: unknown) => void) => found(nearCalvi) },
    });
    const { user } = renderRoutes(routes);
    await user.click(await screen.findByRole('button', { name: 'Utiliser ma position' }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Destination' })).toHaveValue('Calvi'));
    Reflect.deleteProperty(navigator, 'geolocation');
  });
});

describe('§2 home: cheapest hotels', () => {
  it('§3: ten of them, the cheapest first, also where prices come as text', async () => {
    const prices = [90, '42.00', 300, 61, 77, 120, 55, '48.50', 210, 180, 99, 140];
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(prices.map((price, id) => hotel(id, price)))));
    renderRoutes(routes);
    const carousel = await screen.findByRole('list', { name: 'Les hôtels les moins chers' });
    const cards = within(carousel).getAllByRole('article');
    expect(cards).toHaveLength(10);
    expect(cards[0]).toHaveTextContent('Hôtel 1');
    expect(cards[1]).toHaveTextContent('Hôtel 7');
    expect(screen.getByText(/^À partir de 42\s€ la nuit$/)).toBeVisible();
  });

  it('a home page whose backend is away is still a home page', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.error()));
    renderRoutes(routes);
    await waitFor(() => expect(screen.queryByText('Les hôtels les moins chers')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

describe('§2 home: search history', () => {
  it('a visitor has none', async () => {
    renderRoutes(routes);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Vos dernières recherches')).not.toBeInTheDocument();
  });

  it('shows how many of 25 there are, with a way back to each', async () => {
    signIn();
    backend.use(history(() => HttpResponse.json({ searches: [search(1), search(2)] })));
    renderRoutes(routes);
    expect(await screen.findByText('2 sur 25 max')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ville 1' })).toHaveAttribute('href', '/search?destination=Ville+1&guests=2');
  });

  it('says when it is empty', async () => {
    signIn();
    backend.use(history(() => HttpResponse.json({ searches: [] })));
    renderRoutes(routes);
    expect(await screen.findByText('Aucun hôtel consulté récemment')).toBeVisible();
  });

  it('§8 history: a 401 ends the session and reloads; any other failure is only logged', async () => {
    const reload = vi.fn();
    const { href, origin } = window.location;
    vi.stubGlobal('location', { href, origin, reload });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    signIn();
    backend.use(history(() => HttpResponse.json({ code: 500 }, { status: 500 })));
    const first = renderRoutes(routes);
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(localStorage.getItem(TOKEN_KEY)).toBe('token-of-lea');
    expect(reload).not.toHaveBeenCalled();
    first.unmount();

    backend.use(history(() => HttpResponse.json({ code: 401, message: 'Invalid JWT' }, { status: 401 })));
    renderRoutes(routes);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
