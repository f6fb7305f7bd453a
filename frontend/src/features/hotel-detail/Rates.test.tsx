import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';
import { Component as HotelDetailPage } from './HotelDetailPage';

const DATES = '&checkin=2031-06-10&checkout=2031-06-12';

/** Opens the page of a hotel with this row, on dates without a clock in between. */
function show(row: Parameters<typeof hotelRow>[0], query = '') {
  backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([hotelRow({ id: 42, ...row })])));
  return renderRoutes([{ path: '/hotel-detail', Component: HotelDetailPage }], `/hotel-detail?id=42${DATES}${query}`);
}
const room = async (name: string) => within(await screen.findByRole('article', { name }));
const TOO_SMALL = /^Capacité maximale/;

describe('§2.44 the rooms of a hotel', () => {
  it('the standard room alone, where nothing else is known', async () => {
    show({});
    const standard = await room('Chambre Standard');
    expect(standard.getByText('25 m²')).toBeVisible();
    expect(standard.getByText(/^Annulation gratuite jusqu'à 24\s?h avant l'arrivée$/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Réserver' })).toHaveLength(1);
  });

  it('the whole place with its own capacity, beside the standard room', async () => {
    show({ property_type: 'villa', max_guests: 9, number_of_rooms: 4, price_per_night: 270 }, '&guests=5%2B');
    const villa = await room('Villa entière');
    expect(villa.getByText("Jusqu'à 9 personnes")).toBeVisible();
    expect(villa.getByText('4 chambres')).toBeVisible();
    expect(villa.queryByText(TOO_SMALL)).not.toBeInTheDocument();
    const address = new URL(villa.getByRole('link', { name: 'Réserver' }).getAttribute('href') ?? '', location.origin);
    expect(address.searchParams.get('roomType')).toBe('Villa entière');

    const standard = await room('Chambre Standard');
    expect(standard.getByText(TOO_SMALL)).toHaveTextContent(/Pour 5\+ voyageurs, il en faut au moins 3/);
    expect(standard.getByText(/^Chambre type du site/)).toBeVisible();
  });

  it('the rooms of an owner’s application', async () => {
    show({ property_type: 'guest_room', max_guests: 6, room_types: ['Chambre double', 'Suite'], amenities: ['Petit-déjeuner'] });
    const double = await room('Chambre double');
    expect(double.getByText("Jusqu'à 2 personnes")).toBeVisible();
    expect(double.getByText('Petit-déjeuner compris')).toBeVisible();
    expect((await room('Suite')).getByText("Jusqu'à 4 personnes")).toBeVisible();
    expect(await room('Chambre Standard')).toBeDefined();
  });

  it('the first room that is large enough has the main button', async () => {
    show({ property_type: 'guest_room', max_guests: 6, room_types: ['Chambre double', 'Suite'] }, '&guests=3');
    const lookOf = async (name: string) => (await room(name)).getByRole('link', { name: 'Réserver' });
    expect(await lookOf('Chambre double')).toHaveClass('outline');
    expect(await lookOf('Suite')).toHaveClass('accent');
    expect(await lookOf('Chambre Standard')).toHaveClass('outline');
  });

  it('a villa of the listing page has the capacity of its card', async () => {
    show({ name: 'Villa Rondinara', property_type: 'villa' });
    expect((await room('Villa entière')).getByText("Jusqu'à 12 personnes")).toBeVisible();
  });

  it('§5.11 without a price nothing names one', async () => {
    show({ price_per_night: null, description: '' });
    await screen.findByRole('heading', { level: 1 });
    expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).not.toMatch(/€/);
    expect(screen.queryByText(/\b0\s€/)).not.toBeInTheDocument();
  });
});
