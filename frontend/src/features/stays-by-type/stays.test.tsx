import { screen, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderComponent } from '@/testing/render';
import { Component as ApartmentsPage } from './ApartmentsPage';
import { Component as GitesPage } from './GitesPage';
import { Component as GuestHousesPage } from './GuestHousesPage';

const ROWS = [
  hotelRow({ id: 1, name: 'Hôtel du Port', property_type: 'hotel' }),
  hotelRow({ id: 2, name: 'Gîte du Col', property_type: 'gite', rating: '4.1', price_per_night: '57', city: 'Zicavo' }),
  hotelRow({ id: 3, name: 'Casa Lisa', property_type: 'guest_room', rating: '4.7', price_per_night: '98', city: 'Nonza' }),
  hotelRow({ id: 4, name: 'Appartement Gaffory', property_type: 'apartment', rating: '4.4', price_per_night: '68.40', city: 'Corte' }),
  hotelRow({ id: 5, name: 'Gîte du Niolu', property_type: 'gite', rating: '4.5', price_per_night: '60', city: 'Calacuccia' }),
];
const answer = (rows: typeof ROWS) => backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(rows)));

beforeAll(() => i18next.loadNamespaces(['stays-by-type', 'listing']));

const cards = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('§2.3 the linked pages of a type', () => {
  it('§7.6 /appartements makes call 6 and shows apartments only', async () => {
    let asked = '';
    backend.use(
      http.get('*/rest/v1/hotels', ({ request }) => {
        asked = new URL(request.url).search;
        return HttpResponse.json(ROWS);
      }),
    );
    renderComponent(<ApartmentsPage />);
    expect(await screen.findByRole('link', { name: 'Appartement Gaffory' })).toHaveAttribute('href', '/hotel-detail?id=4');
    expect(cards('Tous nos appartements')).toEqual(['Appartement Gaffory']);
    expect(decodeURIComponent(asked)).toBe('?select=*&is_active=eq.true');
    expect(screen.getAllByText(/^68\s€$/)).not.toHaveLength(0);
  });

  it('/maisons-hotes shows guest houses and guest rooms', async () => {
    answer([...ROWS, hotelRow({ id: 6, name: 'A Casa di Letizia', property_type: 'guest_house', rating: '4.9' })]);
    renderComponent(<GuestHousesPage />);
    await screen.findByRole('link', { name: 'Casa Lisa' });
    expect(cards("Toutes nos maisons d'hôtes")).toEqual(['A Casa di Letizia', 'Casa Lisa']);
  });

  it('/gites-chambres-hotes shows both types, best rated first, and filters by type', async () => {
    answer(ROWS);
    const { user } = renderComponent(<GitesPage />);
    await screen.findByRole('link', { name: 'Casa Lisa' });
    const list = 'Tous nos gîtes et chambres';
    expect(cards(list)).toEqual(['Casa Lisa', 'Gîte du Niolu', 'Gîte du Col']);
    await user.click(screen.getByRole('button', { name: 'Gîtes' }));
    expect(cards(list)).toEqual(['Gîte du Niolu', 'Gîte du Col']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Trier par' }), 'Prix croissant');
    expect(cards(list)).toEqual(['Gîte du Col', 'Gîte du Niolu']);
  });

  it('shows the empty state', async () => {
    answer(ROWS.slice(0, 1));
    renderComponent(<ApartmentsPage />);
    expect(await screen.findByText('Aucun hébergement pour le moment')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir tous les hébergements' })).toHaveAttribute('href', '/search');
  });

  it('§2.55 the strip keeps its height while loading', async () => {
    backend.use(
      http.get('*/rest/v1/hotels', async () => {
        await delay('infinite');
        return HttpResponse.json([]);
      }),
    );
    const { container } = renderComponent(<ApartmentsPage />);
    await screen.findByRole('heading', { level: 1 });
    expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['…', '…', '…', '…']);
  });

  it.each([
    ['there are none', () => HttpResponse.json(ROWS.slice(0, 1)), 'Aucun hébergement pour le moment'],
    ['the call fails', () => HttpResponse.json({ message: 'no' }, { status: 403 }), 'Impossible de charger les hébergements.'],
  ])('§2.55 there is no strip where %s', async (_case, resolver, said) => {
    backend.use(http.get('*/rest/v1/hotels', resolver));
    const { container } = renderComponent(<ApartmentsPage />);
    expect(await screen.findByText(said)).toBeVisible();
    expect(container.querySelector('dl')).toBeNull();
  });

  it('§2.55 the strip has no rating without reviews', async () => {
    answer([hotelRow({ id: 4, property_type: 'apartment', price_per_night: '68', rating: 0, reviews_count: 0, city: 'Corte' })]);
    const { container } = renderComponent(<ApartmentsPage />);
    await screen.findByRole('list', { name: 'Tous nos appartements' });
    expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(['1', '1', expect.stringMatching(/^68\s€$/)]);
  });

  it('a failure can be retried', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json({ message: 'no' }, { status: 403 })));
    const { user } = renderComponent(<ApartmentsPage />);
    await screen.findByText('Impossible de charger les hébergements.');
    answer(ROWS);
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('link', { name: 'Appartement Gaffory' })).toBeVisible();
  });
});
