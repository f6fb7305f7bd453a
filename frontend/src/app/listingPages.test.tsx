import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';

type Page = readonly [path: string, load: () => Promise<{ Component: ComponentType }>, cards?: string];

/** Selectors of the cards' headings, by what a card does: open a hotel, open another page, expand, or nothing. */
const TO_AN_ESTABLISHMENT = 'ul > li h3 > a[href^="/hotel-detail?id="]';
const TO_A_PAGE = 'ul[aria-label] > li h3 > a[href^="/"]';
const THAT_UNFOLD = 'ul[aria-label] > li h3 > button[aria-expanded]';
const THAT_TELL = 'ul[aria-label] > li h3:not(:has(a, button))';

const PAGES: readonly Page[] = [
  ['/hotels', () => import('@/features/hotels/HotelsPage')],
  ['/hotels-luxe', () => import('@/features/luxury-hotels/LuxuryHotelsPage')],
  ['/hotels-club', () => import('@/features/clubs/ClubsPage'), TO_A_PAGE],
  ['/hotels-club-familiaux', () => import('@/features/clubs/FamilyClubsPage'), TO_A_PAGE],
  ['/villas', () => import('@/features/villas/VillasPage')],
  ['/spa-hotels', () => import('@/features/spa-hotels/SpaHotelsPage')],
  ['/chambres-hotes', () => import('@/features/guest-rooms/GuestRoomsPage')],
  ['/campings', () => import('@/features/campsites/CampsitesPage')],
  ['/residences', () => import('@/features/residences/ResidencesPage')],
  ['/region-hotels?region=Balagne', () => import('@/features/region-hotels/RegionHotelsPage')],
  ['/soirees-etapes', () => import('@/features/stopovers/StopoversPage')],
  ['/coups-de-coeur', () => import('@/features/gastronomy/GastronomyPage'), THAT_TELL],
  ['/restaurants', () => import('@/features/restaurants/RestaurantsPage'), TO_A_PAGE],
  ['/seminaires', () => import('@/features/seminars/SeminarsPage'), THAT_UNFOLD],
  ['/maisons-hotes', () => import('@/features/stays-by-type/GuestHousesPage')],
  ['/gites-chambres-hotes', () => import('@/features/stays-by-type/GitesPage')],
  ['/appartements', () => import('@/features/stays-by-type/ApartmentsPage')],
];
/** The pages with cards from the backend. */
const FETCHED = new Set(['/chambres-hotes', '/maisons-hotes', '/gites-chambres-hotes', '/appartements']);
const NAMESPACES = [
  'listing', 'hotels', 'luxury-hotels', 'clubs', 'family-clubs', 'club-features', 'villas', 'spa-hotels', 'guest-rooms', 'campsites',
  'residences', 'region-hotels', 'stopovers', 'gastronomy', 'restaurants', 'seminars', 'stays-by-type',
];

beforeAll(() => i18next.loadNamespaces(NAMESPACES));

describe.each(PAGES.map(([path, load, cards = TO_AN_ESTABLISHMENT]) => ({ path, load, cards })))('§2.55 $path', ({ path, load, cards }) => {
  it('§2.83 has a hero, a strip of figures, a grid of cards, and benefits, and fetches no other cards', async () => {
    const rows = ['guest_room', 'gite', 'apartment'].map((type, id) => hotelRow({ id, property_type: type }));
    const fetched = vi.spyOn(globalThis, 'fetch');
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(rows)));
    const { Component } = await load();
    const { container } = renderRoutes([{ path: '*', Component }], path);

    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    // A card may contain a list.
    expect(container.querySelectorAll('dl:not(li dl) dd').length).toBeGreaterThanOrEqual(3);
    await waitFor(() => expect(container.querySelectorAll(cards).length).toBeGreaterThan(0));
    // Each benefit starts with an icon.
    expect(container.querySelectorAll('section li > svg + h3').length).toBeGreaterThanOrEqual(3);
    expect(document.title).toMatch(/.+ · Isula$/);
    expect(fetched).toHaveBeenCalledTimes(FETCHED.has(path) ? 1 : 0);
  });
});
