import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { hotelRow } from '@/testing/hotels';
import { renderRoutes } from '@/testing/render';

type Page = readonly [path: string, load: () => Promise<{ Component: ComponentType }>];

const PAGES: readonly Page[] = [
  ['/hotels', () => import('@/features/hotels/HotelsPage')],
  ['/hotels-luxe', () => import('@/features/luxury-hotels/LuxuryHotelsPage')],
  ['/villas', () => import('@/features/villas/VillasPage')],
  ['/spa-hotels', () => import('@/features/spa-hotels/SpaHotelsPage')],
  ['/chambres-hotes', () => import('@/features/guest-rooms/GuestRoomsPage')],
  ['/campings', () => import('@/features/campsites/CampsitesPage')],
  ['/residences', () => import('@/features/residences/ResidencesPage')],
  ['/region-hotels?region=Balagne', () => import('@/features/region-hotels/RegionHotelsPage')],
  ['/maisons-hotes', () => import('@/features/stays-by-type/GuestHousesPage')],
  ['/gites-chambres-hotes', () => import('@/features/stays-by-type/GitesPage')],
  ['/appartements', () => import('@/features/stays-by-type/ApartmentsPage')],
];
const NAMESPACES = [
  'listing', 'hotels', 'luxury-hotels', 'villas', 'spa-hotels', 'guest-rooms', 'campsites', 'residences', 'region-hotels', 'stays-by-type',
];

beforeAll(() => i18next.loadNamespaces(NAMESPACES));

describe.each(PAGES)('§2.55 %s', (path, load) => {
  it('has a hero, a strip of figures, a grid of cards that open a page, and benefits', async () => {
    const rows = ['guest_room', 'gite', 'apartment'].map((type, id) => hotelRow({ id, property_type: type }));
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json(rows)));
    const { Component } = await load();
    const { container } = renderRoutes([{ path: '*', Component }], path);

    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(container.querySelectorAll('dl dd').length).toBeGreaterThanOrEqual(3);
    const cards = () => container.querySelectorAll('ul > li h3 > a[href^="/hotel-detail?id="]');
    await waitFor(() => expect(cards().length).toBeGreaterThan(0));
    const benefits = [...container.querySelectorAll('section')].at(-1);
    expect(benefits?.querySelectorAll('li h3').length).toBeGreaterThanOrEqual(3);
    expect(document.title).toMatch(/.+ · Isula$/);
  });
});
