import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { toastStore } from '@/components/toasts';
import i18next from '@/i18n';
import { PROFILE_KEY, TOKEN_KEY } from '@/session/session';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { AiSearch } from './AiSearch';

const routes = [
  { path: '/', Component: AiSearch },
  { path: '/search', element: <p>{'results'}</p> },
];
const box = () => screen.findByRole('textbox', { name: 'Décrivez le séjour que vous cherchez' });
const chips = async () => {
  const list = await screen.findByRole('list', { name: "Ce que j'ai compris" });
  return within(list).getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s/g, ' '));
};
const submit = () => screen.getByRole('button', { name: 'Trouver' });

beforeAll(() => i18next.loadNamespaces(['ai-search', 'search']));

describe('§1.7 AI search box', () => {
  it('has four example prompts; one fills the box and shows its findings', async () => {
    const { user } = renderRoutes(routes);
    const examples = within(await screen.findByRole('list', { name: 'Exemples de recherches' })).getAllByRole('button');
    expect(examples).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: /^Hôtel avec piscine/ }));
    expect(await box()).toHaveValue('Hôtel avec piscine à Porto-Vecchio pour 4 personnes à moins de 150\u00a0€');
    expect(await box()).toHaveFocus();
    expect(await chips()).toEqual(['Hôtels', 'Porto-Vecchio', '4 voyageurs', 'Piscine', '150 € maximum']);
  });

  it('opens the results with the filters set', async () => {
    const { user, router } = renderRoutes(routes);
    await user.type(await box(), 'hôtel avec piscine à Porto-Vecchio pour 4 personnes à moins de 150 €');
    await user.click(submit());
    await screen.findByText('results');
    expect(router.state.location.search).toBe('?destination=Porto-Vecchio&guests=4&max=150&amenities=pool&type=hotel');
  });

  it('a removed chip is not part of the search', async () => {
    const { user, router } = renderRoutes(routes);
    await user.type(await box(), 'villa avec piscine à Calvi');
    await user.click(await screen.findByRole('button', { name: 'Retirer : Piscine'.replace(' :', '\u00a0:') }));
    expect(await chips()).toEqual(['Villas', 'Calvi']);
    await user.keyboard('{Enter}');
    await user.click(submit());
    await screen.findByText('results');
    expect(router.state.location.search).toBe('?destination=Calvi&guests=1&type=villa');
  });

  it('§2.30 a region is shown in a chip and searched for', async () => {
    const { user, router } = renderRoutes(routes);
    await user.type(await box(), 'hôtel dans le Cap Corse');
    expect(await chips()).toEqual(['Hôtels', 'Cap Corse']);
    await user.click(submit());
    await screen.findByText('results');
    expect(new URLSearchParams(router.state.location.search).get('destination')).toBe('Cap Corse');
  });

  it('shows the words that it did not understand, also after the search', async () => {
    const { user } = renderRoutes(routes);
    await user.type(await box(), 'hôtel avec jacuzzi à Calvi');
    expect((await screen.findByText(/Je n'ai pas compris/)).textContent.replaceAll(/\s/g, ' ')).toBe("Je n'ai pas compris : « jacuzzi »");
    await user.click(submit());
    await screen.findByText('results');
    expect(toastStore.snapshot().at(-1)?.text.replaceAll(/\s/g, ' ')).toBe('Recherche lancée sans tenir compte de « jacuzzi ».');
  });

  it('understands another language than that of the page', async () => {
    const { user, router } = renderRoutes(routes);
    await user.type(await box(), 'Ferienwohnung mit Meerblick in Bonifacio{Enter}');
    await screen.findByText('results');
    expect(router.state.location.search).toBe('?destination=Bonifacio&guests=1&amenities=seaView&type=apartment');
  });

  it('a sentence without findings shows an error and starts no search', async () => {
    const { user, router } = renderRoutes(routes);
    await user.type(await box(), 'xyzzy{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Je n'ai rien reconnu/);
    expect(router.state.location.pathname).toBe('/');
  });

  it('an empty box asks for a sentence', async () => {
    const { user } = renderRoutes(routes);
    await user.click(await screen.findByRole('button', { name: 'Trouver' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Décrivez d'abord/);
    expect(await box()).toHaveAccessibleDescription(/^Décrivez d'abord/);
  });

  it('§7 call 4: the search of a signed-in user is saved', async () => {
    localStorage.setItem(TOKEN_KEY, 'token-of-lea');
    localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: 'lea', email: 'lea@example.com' }));
    const saved = vi.fn();
    backend.use(
      http.post('*/functions/v1/user-searches', async ({ request }) => {
        saved(await request.json());
        return HttpResponse.json({});
      }),
    );
    const { user } = renderRoutes(routes);
    await user.type(await box(), 'villa à Calvi pour 6 personnes{Enter}');
    await screen.findByText('results');
    await vi.waitFor(() => expect(saved).toHaveBeenCalledWith({ destination: 'Calvi', checkin: null, checkout: null, guests: 5 }));
  });
});
