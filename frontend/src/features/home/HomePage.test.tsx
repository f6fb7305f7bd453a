import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { AuthDialogProvider } from '@/widgets/auth/AuthDialogProvider';
import { Component as HomePage } from './HomePage';

const routes = [
  {
    path: '/',
    element: (
      <AuthDialogProvider>
        <HomePage />
      </AuthDialogProvider>
    ),
  },
  { path: '/search', element: <p>{'results'}</p> },
];
const hotel = (id: number, price: number | string) => hotelRow({ id, name: `Hôtel ${id}`, price_per_night: price });
const signIn = () => {
  localStorage.setItem(TOKEN_KEY, 'token-of-lea');
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
};
const onAPhone = () =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), { matches: false, media: query, onchange: null, addListener() {}, removeListener() {} }),
  );
/** The titles of the page's sections, in order. */
const parts = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent.replaceAll(/\s/g, ' '));

async function openHome(at = '/') {
  const view = renderRoutes(routes, at);
  await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('heading', { name: 'Imaginez votre voyage' });
  return view;
}

beforeAll(() => i18next.loadNamespaces(['home', 'home-inspiration', 'home-offers', 'search', 'ai-search']));
beforeEach(() => {
  backend.use(
    http.get('*/rest/v1/hotels', () => HttpResponse.json([])),
    http.get('*/functions/v1/user-searches', () => HttpResponse.json({ searches: [] })),
  );
});
afterEach(() => vi.restoreAllMocks());

describe('§2.18 home: search form', () => {
  it('§5 search: without a destination nothing is searched', async () => {
    const { user, router } = renderRoutes(routes);
    await user.click(await screen.findByRole('button', { name: 'Rechercher' }));
    expect(await screen.findByText('Ce champ est obligatoire.')).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });

  it('§2.19 navigates to the results with the search', async () => {
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

describe('§2 home: the content below the fold', () => {
  it('§2.11 loads at once for an address with a fragment, and scrolls to it', async () => {
    const scrolledTo: string[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function go(this: Element) {
      scrolledTo.push(this.id);
    });
    renderRoutes(routes, '/#taxi');
    await screen.findByRole('heading', { name: 'Taxi et transferts' });
    expect(scrolledTo).toEqual(['taxi']);
  });

  it('§2.98 home: every anchor exists once', async () => {
    await openHome();
    for (const id of ['sejour', 'vol', 'restaurant', 'taxi', 'hebergeurs']) expect(document.querySelectorAll(`#${id}`)).toHaveLength(1);
  });

  it('renders each section once, with an accessible name', async () => {
    await openHome();
    expect(new Set(parts()).size).toBe(parts().length);
    for (const region of document.querySelectorAll('section[aria-labelledby]')) expect(region).toHaveAccessibleName();
  });
});

describe('§2.22 home: cheapest hotels', () => {
  const prices = [90, '42.00', 300, 61, 77, 120, 55, '48.50', 210, 180, 99, 140];
  const answer = () => backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(prices.map((price, id) => hotel(id, price)))));

  it('§3: ten of them, the cheapest first, also with prices as text', async () => {
    answer();
    await openHome();
    const carousel = await screen.findByRole('list', { name: 'Les hôtels les moins chers' });
    const cards = within(carousel).getAllByRole('article');
    expect(cards).toHaveLength(10);
    expect(cards[0]).toHaveTextContent('Hôtel 1');
    expect(cards[1]).toHaveTextContent('Hôtel 7');
    expect(screen.getByText(/^À partir de 42\s€ la nuit$/)).toBeVisible();
  });

  it('hotels only: a cheaper campsite is excluded', async () => {
    const campsite = hotelRow({ id: 2, name: 'Camping A Petra', price_per_night: 30, property_type: 'campsite' });
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([hotel(1, 42), campsite])));
    await openHome();
    const carousel = await screen.findByRole('list', { name: 'Les hôtels les moins chers' });
    expect(within(carousel).getAllByRole('article')).toHaveLength(1);
    expect(screen.getByText(/^À partir de 42\s€ la nuit$/)).toBeVisible();
  });

  it('six of them on a phone', async () => {
    onAPhone();
    answer();
    await openHome();
    const carousel = await screen.findByRole('list', { name: 'Les hôtels les moins chers' });
    expect(within(carousel).getAllByRole('article')).toHaveLength(6);
  });

  it('the home page shows its other sections without the backend', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.error()));
    await openHome();
    await waitFor(() => expect(screen.queryByText('Les hôtels les moins chers')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText('Les mieux notés en ce moment')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

describe('§2.32 home: the Owner Premium banner', () => {
  const premium = () => parts().indexOf('Voyagez en initié');

  it('is right after the first section on a phone', async () => {
    onAPhone();
    await openHome();
    expect(premium()).toBe(parts().indexOf('Quel séjour vous ressemble ?') + 1);
  });

  it('is far below on a wide screen', async () => {
    await openHome();
    expect(premium()).toBeGreaterThan(parts().indexOf('Six régions, une île'));
  });

  it('is shown to visitors only', async () => {
    signIn();
    await openHome();
    expect(screen.queryByText('Voyagez en initié')).not.toBeInTheDocument();
  });

  it('§1.5 promises up to 10 % off, early access, help around the clock and offers of the month', async () => {
    await openHome();
    const benefits = within(screen.getByRole('list', { name: 'Les avantages Owner Premium' })).getAllByRole('listitem');
    expect(benefits.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
      "Jusqu'à 10 % de réduction",
      'Accès VIP aux offres',
      'Assistance 24 h/24, 7 j/7',
      'Offres exclusives chaque mois',
    ]);
  });

  it('§2.79 opens its dialog in register or in login mode', async () => {
    const { user } = await openHome();
    await user.click(screen.getByRole('button', { name: 'Devenir membre' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText('Prénom')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: "J'ai déjà un compte" }));
    expect(within(await screen.findByRole('dialog')).queryByLabelText('Prénom')).not.toBeInTheDocument();
  });

  it('§2.34 success closes the dialog and scrolls smoothly to the hosts', async () => {
    backend.use(
      http.post('*/functions/v1/user-auth', () =>
        HttpResponse.json({ session: { access_token: 't' }, user: { id: '1', email: 'lea@example.fr' }, profile: { first_name: 'Léa' } }),
      ),
    );
    const scrolled = vi.fn<(id: string, how?: boolean | ScrollIntoViewOptions) => void>();
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function go(this: Element, how) {
      scrolled(this.id, how);
    });
    const { user } = await openHome();
    await user.click(screen.getByRole('button', { name: "J'ai déjà un compte" }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('E-mail'), 'lea@example.fr');
    await user.type(dialog.getByLabelText('Mot de passe'), 'secret1');
    await user.click(dialog.getByRole('button', { name: 'Se connecter' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith('hebergeurs', { behavior: 'smooth' }));
    expect(screen.queryByText('Voyagez en initié')).not.toBeInTheDocument();
  });
});
