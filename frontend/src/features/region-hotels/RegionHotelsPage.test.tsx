import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import { REGIONS } from '@/geography/regions';
import i18next from '@/i18n';
import { renderComponent, renderRoutes } from '@/testing/render';
import { RegionHotels } from './RegionHotels';
import { Component as RegionHotelsPage } from './RegionHotelsPage';

beforeAll(() => i18next.loadNamespaces(['region-hotels', 'listing']));

const open = (region: string) =>
  renderRoutes(
    [
      { path: '/region-hotels', Component: RegionHotelsPage },
      { path: '/', element: <p>{'home'}</p> },
    ],
    `/region-hotels?region=${encodeURIComponent(region)}`,
  );
const filters = () => within(screen.getByRole('group', { name: 'Ville' }));
const hotels = (list = 'Tous nos hôtels') =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('§2.65 /region-hotels', () => {
  it.each(REGIONS)('$name: its hero counts four towns and its hotels, and lists them', async ({ key, name, towns }) => {
    open(name);
    const hero = (await screen.findByRole('heading', { level: 1, name })).closest('section');
    const own = REGION_HOTELS.filter(({ region }) => region === key);
    expect(hero).toHaveTextContent('4 villes');
    expect(hero).toHaveTextContent(`${own.length} hôtels`);
    expect(hero).toHaveTextContent(i18next.t(`regions.${key}`, { ns: 'region-hotels' }).replaceAll(/\s/g, ' '));
    expect(hotels()).toEqual(own.map((hotel) => hotel.name));
    expect(filters().getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Toutes les villes', ...towns]);
  });

  it('§4.27 starts with all towns; a filter button selects one', async () => {
    const { user } = open('Corse du Sud');
    await screen.findByRole('heading', { level: 1 });
    expect(filters().getByRole('button', { name: 'Toutes les villes' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(filters().getByRole('button', { name: 'Bonifacio' }));
    expect(hotels('Nos hôtels à Bonifacio')).toEqual(['Hôtel du Grain de Sable']);
    await user.click(filters().getByRole('button', { name: 'Toutes les villes' }));
    expect(hotels()).toHaveLength(3);
  });

  it('a town tile sets the filter', async () => {
    const { user } = open('Balagne');
    await user.click(await screen.findByRole('button', { name: /^Calvi\s*1 hôtel$/ }));
    expect(hotels('Nos hôtels à Calvi')).toEqual(['Hôtel Stella Matutina']);
    expect(filters().getByRole('button', { name: 'Calvi' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('§2.66 a card links to its hotel, and counts amenities beyond four', async () => {
    open('Corse du Sud');
    const name = await screen.findByRole('link', { name: 'Hôtel Parata Mare' });
    expect(name).toHaveAttribute('href', '/hotel-detail?id=h1');
    const card = within(name.closest('li') ?? document.body);
    expect(card.getByText('+2 autres')).toBeVisible();
    expect(card.getByText('Vue mer')).toBeVisible();
    expect(card.queryByText('Terrasse')).not.toBeInTheDocument();
  });

  it('§2.67 a town without hotels shows the empty state, with a button for all towns', async () => {
    const { user } = open('Corse du Sud');
    await screen.findByRole('heading', { level: 1 });
    await user.click(filters().getByRole('button', { name: 'Propriano' }));
    expect(screen.getByRole('heading', { name: 'Aucun hôtel trouvé' })).toBeVisible();
    expect(screen.getByText('Aucun hôtel disponible à Propriano')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voir toutes les villes' }));
    expect(hotels()).toHaveLength(3);
  });

  it('§2.67 a region without hotels shows the empty state', async () => {
    renderComponent(<RegionHotels region={REGIONS[2]} hotels={[]} city={null} onChoose={() => {}} />);
    expect(await screen.findByText('Aucun hôtel trouvé')).toBeVisible();
    expect(screen.getByText('Aucun hôtel disponible en Cap Corse')).toBeVisible();
  });

  it.each([
    ['en', 'Gulf of Porto', 'Southern Corsica'],
    ['it', 'Golfo di Porto', 'Corsica del Sud'],
    ['ja', 'Porto湾', 'コルシカ島南部'],
  ])('§1.1 the regions are named in the reader’s language (%s); addresses keep the French name', async (language, name, other) => {
    await i18next.changeLanguage(language);
    open('Golfe de Porto');
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    await waitFor(() => expect(document.title).toContain(name));
    expect(screen.getByRole('link', { name: other })).toHaveAttribute('href', '/region-hotels?region=Corse%20du%20Sud');
  });

  it('§1.1, §2.67 the empty state of a region works with every region’s name', async () => {
    await i18next.changeLanguage('en');
    renderComponent(<RegionHotels region={REGIONS[4]} hotels={[]} city={null} onChoose={() => {}} />);
    expect(await screen.findByText('Gulf of Porto: no hotels available')).toBeVisible();
  });

  it('§2.68 an unknown region, or none, is not found and leads home', async () => {
    const { user, router } = open('Sardaigne');
    expect(await screen.findByRole('heading', { level: 1, name: 'Région non trouvée' })).toBeVisible();
    expect(screen.getByText("La région demandée n'existe pas.")).toBeVisible();
    expect(document.head.querySelector('meta[name="description"]')).toHaveAttribute('content', "La région demandée n'existe pas.");
    await user.click(screen.getByRole('link', { name: "Retour à l'accueil" }));
    await screen.findByText('home');
    expect(router.state.location.pathname).toBe('/');
  });

  it('links to the five other regions, each starting with all its towns', async () => {
    const { user } = open('Corse du Sud');
    await screen.findByRole('heading', { level: 1 });
    await user.click(filters().getByRole('button', { name: 'Ajaccio' }));
    const others = within(screen.getByRole('region', { name: 'Les autres régions' }));
    expect(others.getAllByRole('link')).toHaveLength(5);
    await user.click(others.getByRole('link', { name: 'Golfe de Porto' }));
    await screen.findByRole('heading', { level: 1, name: 'Golfe de Porto' });
    expect(hotels()).toEqual(["Hôtel Capu d'Ortu", 'Hôtel E Calanche']);
  });
});
