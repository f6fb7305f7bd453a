import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeNamed } from '@/geography/places';
import { RESTAURANT_CATEGORIES } from '@/sample-content/restaurantCategories';
import { PRICE_RANGES, RESTAURANTS } from '@/sample-content/restaurants';
import i18next from '@/i18n';
import { renderRoutes } from '@/testing/render';
import './RestaurantDialog';
import { Component as RestaurantsPage } from './RestaurantsPage';

const EMPTY = "Aucun résultat - essayez d'autres critères";

beforeAll(() => i18next.loadNamespaces(['restaurants', 'listing']));

async function show() {
  const { user } = renderRoutes([{ path: '/', element: <RestaurantsPage /> }]);
  await screen.findByRole('heading', { level: 1 });
  return user;
}
const list = () => screen.getByRole('list', { name: 'Les restaurants' });
const names = () => within(list()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const chip = (name: RegExp) => screen.getByRole('button', { name });
const style = () => screen.getByRole('combobox', { name: 'Style de cuisine' });

describe('§2.72 restaurants', () => {
  it('§2.72, §9.29 restaurants: twenty tables, no two alike, and two of each of the ten categories', async () => {
    await show();
    expect(names()).toHaveLength(20);
    for (const field of ['id', 'name', 'image'] as const) {
      expect(new Set(RESTAURANTS.map((restaurant) => restaurant[field])).size).toBe(20);
    }
    expect(RESTAURANT_CATEGORIES.map(({ id }) => id)).toEqual([
      'gastronomie', 'fruits-mer', 'pizzeria', 'brasserie', 'michelin', 'vue-mer', 'montagne', 'romantique', 'famille', 'terrasse',
    ]);
    for (const { id } of RESTAURANT_CATEGORIES) {
      expect(RESTAURANTS.filter(({ category }) => category === id)).toHaveLength(2);
    }
  });

  it('§2.72, §3.28 restaurants: each has its speciality, description and highlights, none of them another’s', async () => {
    await show();
    const cards = list().querySelectorAll(':scope > li');
    const texts = [...cards].map((card) => card.textContent);
    expect(new Set(texts).size).toBe(20);
    const first = within(list()).getByText('Terra è Sale').closest('li');
    expect(first).toHaveTextContent('Porto-Vecchio');
    expect(first).toHaveTextContent('Loup en croûte de sel');
    expect(first).toHaveTextContent('318 avis');
    expect(within(first ?? list()).getAllByRole('listitem')).toHaveLength(3);
  });

  it('§3.28 restaurants: each of the ten categories has its name, its icon and its description', async () => {
    await show();
    const tiles = [...(chip(/^Montagne/).parentElement?.children ?? [])];
    expect(tiles).toHaveLength(10);
    for (const tile of tiles) {
      const [icon, name, description] = tile.children;
      expect(icon?.tagName).toBe('svg');
      expect(name?.textContent.length).toBeGreaterThan(3);
      expect(description?.textContent.length).toBeGreaterThan(8);
    }
  });

  it('§2.72 restaurants: 4.5 on average by more than 5,200 guests, as the cards say', async () => {
    await show();
    const average = RESTAURANTS.reduce((sum, { rating }) => sum + rating, 0) / RESTAURANTS.length;
    const reviews = RESTAURANTS.reduce((sum, restaurant) => sum + restaurant.reviews, 0);
    expect(average).toBeCloseTo(4.5, 5);
    expect(Math.floor(reviews / 100)).toBe(52);
    expect(screen.getByText('4,5/5', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText(/^5\s200\+$/, { selector: 'dd' })).toBeVisible();
  });

  it.each(Object.entries(PRICE_RANGES))('§9.19 restaurants: %s reads %s', async (level, range) => {
    await show();
    const restaurant = RESTAURANTS.find(({ priceRange }) => priceRange === level);
    const card = within(list()).getByText(restaurant?.name ?? '').closest('li');
    expect(card).toHaveTextContent(`${level}${range} € par personne`);
  });
});

describe('§2.72 restaurants: details', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'A Nassa' });

  it('a card opens the details of its restaurant, and Back closes them', async () => {
    const { user, router } = renderRoutes([{ path: '/', element: <RestaurantsPage /> }]);
    await user.click(await screen.findByRole('link', { name: 'A Nassa' }));
    const details = within(await dialog());
    expect(router.state.location.search).toBe('?restaurant=aNassa');
    expect(details.getByText(/^La langouste arrive par le quai/)).toBeVisible();
    expect(details.getByText('Six tables au bord du quai')).toBeVisible();
    expect(details.getByText(/^40-70 € par personne/)).toBeVisible();
    expect(details.getByText(/^Isula ne réserve pas de tables/)).toBeVisible();
    expect(details.getByRole('link', { name: 'Dormir à Centuri' })).toHaveAttribute('href', '/search?destination=Centuri');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('');
  });

  it('the details lead to the other restaurant of the kind; closing leaves no trace in the history', async () => {
    const { user, router } = renderRoutes([{ path: '/', element: <RestaurantsPage /> }]);
    await user.click(await screen.findByRole('link', { name: 'A Nassa' }));
    await user.click(within(await dialog()).getByRole('link', { name: 'Chez Dumè' }));
    const other = await screen.findByRole('dialog', { name: 'Chez Dumè' });
    await user.click(within(other).getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('');
  });

  it('an address opens the details too; an unknown restaurant opens nothing', async () => {
    const { user, router, unmount } = renderRoutes([{ path: '/', element: <RestaurantsPage /> }], '/?restaurant=aNassa');
    await user.click(within(await dialog()).getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('');
    unmount();
    renderRoutes([{ path: '/', element: <RestaurantsPage /> }], '/?restaurant=nobody');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('every restaurant is in a place that the search knows', () => {
    for (const { location } of RESTAURANTS) expect([location, placeNamed(location)]).toEqual([location, expect.anything()]);
  });
});

describe('§5.13 restaurants: filters', () => {
  it('§5.13: a part of the city, ignoring case', async () => {
    const user = await show();
    await user.type(screen.getByRole('searchbox', { name: 'Ville' }), 'BONIF');
    expect(names()).toEqual(['Chez Dumè', 'Granitu']);
    expect(screen.getByRole('status')).toHaveTextContent('2 restaurants');
  });

  it('§5.13: a part of the name, ignoring case, combined with the city', async () => {
    const user = await show();
    await user.type(screen.getByRole('searchbox', { name: 'Nom du restaurant' }), 'la ');
    expect(names()).toContain('La Table d\'Aurèle');
    await user.type(screen.getByRole('searchbox', { name: 'Ville' }), 'calvi');
    expect(names()).toEqual(['La Guinguette de la Pinède']);
  });

  it('§5.13: the exact category by the dropdown', async () => {
    const user = await show();
    await user.selectOptions(style(), 'Pizzeria');
    expect(names()).toEqual(['Pizzeria U Fornu', 'Pizza Nustrale']);
  });

  it('§4.22: a second click on a chip deselects it', async () => {
    const user = await show();
    const mountain = chip(/^Montagne/);
    await user.click(mountain);
    expect(mountain).toHaveAttribute('aria-pressed', 'true');
    expect(names()).toEqual(['U Rifugiu', 'A Caminata']);
    await user.click(mountain);
    expect(mountain).toHaveAttribute('aria-pressed', 'false');
    expect(names()).toHaveLength(20);
  });

  it('§4.22: a chip clears the dropdown, and replaces another chip', async () => {
    const user = await show();
    await user.selectOptions(style(), 'Pizzeria');
    await user.click(chip(/^Vue mer/));
    expect(style()).toHaveValue('');
    expect(names()).toEqual(["L'Écueil Rouge", 'La Vigie du Cap']);
    await user.click(chip(/^Terrasse/));
    expect(chip(/^Vue mer/)).toHaveAttribute('aria-pressed', 'false');
    expect(names()).toEqual(['A Pergula', 'Le Ponton']);
  });

  it('§8.13, §8.28: without results, the filters can be cleared', async () => {
    const user = await show();
    await user.type(screen.getByRole('searchbox', { name: 'Ville' }), 'Marseille');
    expect(screen.getByText(EMPTY)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(names()).toHaveLength(20);
    expect(screen.queryByText(EMPTY)).not.toBeInTheDocument();
  });
});
