import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { AUTH_CHANGE, PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as HomePage } from './HomePage';

const routes = [{ path: '/', Component: HomePage }];
const search = (id: number) => ({
  id: String(id),
  destination: `Ville ${id}`,
  checkin: null,
  checkout: null,
  guests: 2,
  created_at: new Date().toISOString(),
});
const history = (answer: () => Response) => http.get('*/functions/v1/user-searches', answer);
const signIn = () => {
  localStorage.setItem(TOKEN_KEY, 'token-of-lea');
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
};
const entries = () => screen.getAllByRole('link', { name: /^Ville \d+$/ }).map(({ textContent }) => textContent);

beforeAll(() => i18next.loadNamespaces(['home', 'search', 'ai-search']));
beforeEach(() => {
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([])));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('§2.25 home: search history', () => {
  it('a visitor has none', async () => {
    renderRoutes(routes);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('Vos dernières recherches')).not.toBeInTheDocument();
  });

  it('shows the count of 25, with a link to each', async () => {
    signIn();
    backend.use(history(() => HttpResponse.json({ searches: [search(1), search(2)] })));
    renderRoutes(routes);
    expect(await screen.findByText('2 sur 25 max')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ville 1' })).toHaveAttribute('href', '/search?destination=Ville+1&guests=2');
  });

  it('§3.13 an entry shows destination, dates if any, guests and age', async () => {
    signIn();
    const dated = { ...search(1), checkin: '2031-07-01', checkout: '2031-07-04', guests: 3 };
    backend.use(history(() => HttpResponse.json({ searches: [dated, search(2)] })));
    renderRoutes(routes);
    const entry = async (name: string) => (await screen.findByRole('link', { name })).closest('article');
    expect(await entry('Ville 1')).toHaveTextContent(/Ville 1Aujourd’hui.*1 juil.* – .*4 juil.*3 voyageurs$/);
    expect(await entry('Ville 2')).toHaveTextContent(/Ville 2Aujourd’huiDates à choisir2 voyageurs$/);
  });

  it.each([
    [1, '2 adultes'],
    [4, '4 voyageurs'],
    [5, '5+ voyageurs'],
  ])('§3.13 the travellers of a search for %i read as its choice: %s', async (guests, text) => {
    signIn();
    backend.use(history(() => HttpResponse.json({ searches: [{ ...search(1), guests }] })));
    renderRoutes(routes);
    expect((await screen.findByRole('link', { name: 'Ville 1' })).closest('article')).toHaveTextContent(text);
  });

  it('moves by 320 px', async () => {
    signIn();
    backend.use(history(() => HttpResponse.json({ searches: [search(1), search(2)] })));
    const scrollBy = vi.fn();
    Element.prototype.scrollBy = scrollBy;
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(2000);
    const { user } = renderRoutes(routes);
    await screen.findByText('2 sur 25 max');
    await user.click(screen.getByRole('button', { name: 'Faire défiler vers la droite' }));
    expect(scrollBy).toHaveBeenCalledWith({ left: 320, behavior: 'smooth' });
  });

  it('§9 turns pages of four on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), { matches: false, media: query, onchange: null, addListener() {}, removeListener() {} }),
    );
    signIn();
    backend.use(history(() => HttpResponse.json({ searches: [1, 2, 3, 4, 5].map(search) })));
    const { user } = renderRoutes(routes);
    expect(await screen.findByText('5 sur 25 max')).toBeVisible();
    expect(entries()).toEqual(['Ville 1', 'Ville 2', 'Ville 3', 'Ville 4']);
    await user.click(screen.getByRole('button', { name: 'Recherches plus anciennes' }));
    expect(entries()).toEqual(['Ville 5']);
    expect(screen.getByText('Page 2 sur 2')).toBeVisible();
  });

  it('§2.26 shows the empty state', async () => {
    signIn();
    backend.use(history(() => HttpResponse.json({ searches: [] })));
    renderRoutes(routes);
    expect(await screen.findByText('Aucun hôtel consulté récemment')).toBeVisible();
  });

  it('§7.20, §8.3, §8.16 history: a 401 ends the session and reloads; any other failure is only logged', async () => {
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

    const heard = vi.fn();
    window.addEventListener(AUTH_CHANGE, heard, { once: true });
    backend.use(history(() => HttpResponse.json({ code: 401, message: 'Invalid JWT' }, { status: 401 })));
    renderRoutes(routes);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(heard).toHaveBeenCalledOnce();
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
  });
});
