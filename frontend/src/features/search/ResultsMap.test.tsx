import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { TOWNS, type Position } from '@/geography/towns';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import './ResultsMap';
import { Component as SearchPage } from './SearchPage';

const row = (id: number, name: string, city: string, price: number, position: Position | null, amenities: string[] = []) =>
  hotelRow({ id, name, city, location: city, price_per_night: price, amenities, latitude: position?.latitude ?? null, longitude: position?.longitude ?? null });
const near = ({ latitude, longitude }: Position): Position => ({ latitude: latitude + 0.004, longitude: longitude + 0.004 });

const ROWS = [
  row(1, 'Hôtel de la Citadelle', 'Calvi', 90, TOWNS.Calvi, ['Piscine']),
  row(2, 'Auberge du Port', 'Bonifacio', 120, TOWNS.Bonifacio, ['Piscine']),
  row(3, 'Hôtel de la Pinède', 'Calvi', 64, near(TOWNS.Calvi)),
  row(4, 'Gîte sans adresse', 'Atlantide', 55, null),
];

beforeAll(() => i18next.loadNamespaces(['search-map', 'search']));

async function show(at = '/search?view=map', rows: readonly object[] = ROWS) {
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(rows)));
  const view = renderRoutes([{ path: '/search', element: <SearchPage /> }, { path: '*', element: null }], at);
  await screen.findByText(/hébergements? trouvés?/);
  return view;
}
const map = () => screen.findByRole('region', { name: 'Carte des hébergements' });
const pins = async () => within(within(await map()).getByRole('list', { name: 'Hébergements sur la carte' })).getAllByRole('button');
const pinNames = async () => (await pins()).map((pin) => pin.getAttribute('aria-label')?.replaceAll(/\s/g, ' '));
const pin = async (name: RegExp) => within(await map()).getByRole('button', { name });
const listed = (name: string) => within(screen.getByRole('list', { name: 'Liste des hébergements' })).getByRole('link', { name }).closest('[id^=result]');
/** A screen too narrow for the list and the map side by side. */
const onAPhone = () => vi.spyOn(window, 'matchMedia').mockImplementation((media) => Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} }));

describe('§2.39 search: the map', () => {
  it('§2.39 map: opens and closes by its button, and the address keeps it', async () => {
    const { user, router } = await show('/search');
    const toggle = screen.getByRole('button', { name: 'Carte' });
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    await user.click(toggle);
    expect(await map()).toBeVisible();
    expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(router.state.location.search).toBe('?view=map'));
    await user.click(toggle);
    expect(screen.queryByRole('region', { name: 'Carte des hébergements' })).not.toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('§2.39 map: shows a price for one result, a count for several, and the number of results without a position', async () => {
    await show();
    expect(await pinNames()).toEqual(['2 hébergements à Calvi, à partir de 64 €', 'Auberge du Port, 120 € par nuit']);
    expect((await pins()).map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual(['2', '120 €']);
  });

  it('§2.39 map: a result without a position is in the middle of its town, and its card says so', async () => {
    const { user } = await show('/search?view=map', [row(5, 'Gîte du Niolu', 'Corte', 55, null)]);
    await user.click(await pin(/^Gîte du Niolu/));
    expect(within(screen.getByRole('list', { name: 'Sur cette épingle' })).getByText('Emplacement approximatif : Corte')).toBeVisible();
  });

  it('§2.39 map: results whose place is unknown are counted and one click away', async () => {
    const { user } = await show();
    const unplaced = await screen.findByRole('button', { name: "1 hébergement n'est pas encore placé sur la carte." });
    expect(unplaced).toHaveAttribute('aria-expanded', 'false');
    await user.click(unplaced);
    expect(unplaced).toHaveAttribute('aria-expanded', 'true');
    expect(within(screen.getByRole('list', { name: 'Sur cette épingle' })).getByRole('link', { name: 'Gîte sans adresse' })).toBeVisible();
  });

  it('§2.39 map: shows the filtered results', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Filtrer' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('checkbox', { name: /^Piscine/ }));
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(await pinNames()).toEqual(['Hôtel de la Citadelle, 90 € par nuit', 'Auberge du Port, 120 € par nuit']));
  });

  it('§2.39 map: a merged pin zooms in until its hotels separate; a button shows the whole island', async () => {
    const { user } = await show();
    await user.click(await pin(/^2 hébergements/));
    expect(await pinNames()).toEqual(['Hôtel de la Citadelle, 90 € par nuit', 'Hôtel de la Pinède, 64 € par nuit']);
    const closer = screen.getByRole('button', { name: 'Agrandir la carte' });
    await user.keyboard('+'.repeat(12));
    expect(closer).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Toute la Corse' }));
    expect(await pinNames()).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Réduire la carte' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Toute la Corse' })).not.toBeInTheDocument();
  });

  it('§2.39 map: the wheel zooms, and scrolls the page once the zoom is at its end or while the page scrolls', async () => {
    const { user } = await show();
    await user.click(screen.getByRole('button', { name: 'Toute la Corse' }));
    const region = await map();
    const turn = (deltaY: number) => {
      const wheel = createEvent.wheel(region, { deltaY });
      fireEvent(region, wheel);
      return wheel.defaultPrevented;
    };
    expect(turn(300)).toBe(false);
    expect(turn(-300)).toBe(true);
    expect(screen.getByRole('button', { name: 'Réduire la carte' })).toBeEnabled();
    fireEvent.scroll(window);
    expect(turn(-300)).toBe(false);
  });

  it('§2.39 map: a double click zooms in', async () => {
    await show();
    fireEvent.doubleClick(await map());
    expect(screen.getByRole('button', { name: 'Réduire la carte' })).toBeEnabled();
  });

  it('§2.39 map: by keyboard: plus and minus zoom, arrows pan, Escape closes the card', async () => {
    const { user } = await show();
    const port = await pin(/^Auberge du Port/);
    act(() => port.focus());
    await user.keyboard('++++');
    expect(await map()).toContainElement(screen.getByRole('button', { name: 'Toute la Corse' }));
    await user.keyboard('----');
    expect(await pinNames()).toHaveLength(2);
    act(() => screen.getByRole('button', { name: 'Agrandir la carte' }).focus());
    await user.keyboard('++{ArrowDown>30/}');
    expect(within(await map()).queryByRole('button', { name: /Calvi/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Toute la Corse' }));
    await user.click(await pin(/^Auberge du Port/));
    expect(screen.getByRole('list', { name: 'Sur cette épingle' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('list', { name: 'Sur cette épingle' })).not.toBeInTheDocument();
  });
});

describe('§2.39 search: map and list in step', () => {
  it('§2.39 map: hover or focus on a result highlights its pin', async () => {
    const { user } = await show();
    const port = await pin(/^Auberge du Port/);
    await user.hover(screen.getByRole('link', { name: 'Auberge du Port' }));
    expect(port).toHaveAttribute('data-highlighted');
    await user.unhover(screen.getByRole('link', { name: 'Auberge du Port' }));
    expect(port).not.toHaveAttribute('data-highlighted');
    act(() => screen.getByRole('link', { name: 'Hôtel de la Pinède' }).focus());
    expect(await pin(/^2 hébergements à Calvi/)).toHaveAttribute('data-highlighted');
  });

  it('§2.39 map: hover or focus on a pin highlights its results', async () => {
    const { user } = await show();
    await user.hover(await pin(/^2 hébergements à Calvi/));
    expect(listed('Hôtel de la Citadelle')).toHaveAttribute('data-highlighted');
    expect(listed('Hôtel de la Pinède')).toHaveAttribute('data-highlighted');
    expect(listed('Auberge du Port')).not.toHaveAttribute('data-highlighted');
    const port = await pin(/^Auberge du Port/);
    act(() => port.focus());
    expect(listed('Auberge du Port')).toHaveAttribute('data-highlighted');
    expect(listed('Hôtel de la Citadelle')).not.toHaveAttribute('data-highlighted');
  });

  it('§2.39 map: a chosen pin scrolls to its result and shows its card, which links to the hotel with the dates', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const { user } = await show('/search?view=map&checkin=2031-07-01&checkout=2031-07-04&guests=3');
    const port = await pin(/^Auberge du Port/);
    await user.click(port);
    expect(port).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(scrolled.mock.contexts).toContain(listed('Auberge du Port')));
    const card = screen.getByRole('list', { name: 'Sur cette épingle' });
    expect(within(card).getByRole('link', { name: 'Auberge du Port' })).toHaveAttribute(
      'href',
      '/hotel-detail?id=2&checkin=2031-07-01&checkout=2031-07-04&guests=3',
    );
    await user.click(port);
    expect(port).toHaveAttribute('aria-pressed', 'false');
    expect(card).not.toBeInTheDocument();
  });

  it('§2.39 map: a chosen pin shows its card even if the list does not show the result yet', async () => {
    const spread = (index: number): Position => ({ latitude: 41.5 + (index % 6) * 0.22, longitude: 8.8 + Math.floor(index / 6) * 0.12 });
    const many = Array.from({ length: 30 }, (_, index) => row(index + 1, `Gîte ${index + 1}`, 'Corte', 50 + index, spread(index)));
    const { user } = await show('/search?view=map', many);
    expect(screen.queryByRole('link', { name: 'Gîte 30' })).not.toBeInTheDocument();
    await user.click(await pin(/^Gîte 30,/));
    expect(within(screen.getByRole('list', { name: 'Sur cette épingle' })).getByRole('link', { name: 'Gîte 30' })).toBeVisible();
  });

  it('§2.39 map: on a phone, the map replaces the list until it is closed', async () => {
    onAPhone();
    const { user } = await show();
    expect(await pins()).toHaveLength(2);
    expect(screen.queryByRole('list', { name: 'Liste des hébergements' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Carte' }));
    expect(screen.getByRole('list', { name: 'Liste des hébergements' })).toBeVisible();
  });
});
