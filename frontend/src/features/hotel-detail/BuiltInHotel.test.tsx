import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import i18next from '@/i18n';
import { renderComponent, renderRoutes } from '@/testing/render';
import { backend } from '@/testing/backend';
import BuiltInHotel from './BuiltInHotel';
import type { Establishment } from './establishment';
import { Component as HotelDetailPage } from './HotelDetailPage';

beforeAll(() => i18next.loadNamespaces(['hotel-detail', 'reviews', 'search', 'built-in-hotels']));
beforeEach(() => backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([]))));

/** Replaces non-breaking spaces by plain ones, as the queries of Testing Library do. */
const shown = (text: string) => text.replaceAll(/\s/g, ' ');
const open = (id: number | string) => renderRoutes([{ path: '/hotel-detail', Component: HotelDetailPage }], `/hotel-detail?id=${id}`);

describe('§3.3 details of the built-in hotels', () => {
  it.each(BUILT_IN_HOTELS)('$id is $name, without the backend, and has its pin (§2.43)', async ({ id, key, name }) => {
    const { container } = open(id);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.getByText(shown(i18next.t(`items.${key}.text`, { ns: 'built-in-hotels' })))).not.toHaveAttribute('lang');
    expect(screen.getAllByText(shown(i18next.t(`items.${key}.first.comment`, { ns: 'built-in-hotels' })))[0]).toBeVisible();
    expect(container.querySelector('circle[r="7"]')).toBeInTheDocument();
  });

  it('§1.1 are in the language of the page', async () => {
    await i18next.changeLanguage('de');
    await i18next.loadNamespaces(['hotel-detail', 'reviews', 'search', 'built-in-hotels']);
    open('hotel-les-mouettes');
    expect(await screen.findByText(/^Ein großes rosafarbenes Anwesen/)).toBeVisible();
    expect(screen.getAllByText('Unvergesslicher Sonnenuntergang')[0]).toBeVisible();
  });

  it.each(BUILT_IN_HOTELS)('§3.15: $id has all data of the page', (hotel) => {
    let known: Establishment | undefined;
    renderComponent(
      <BuiltInHotel hotel={hotel}>
        {(establishment) => {
          known = establishment;
          return null;
        }}
      </BuiltInHotel>,
    );
    expect(known).toMatchObject({ id: hotel.id, stars: expect.any(Number) });
    for (const part of ['photos', 'overview', 'amenities', 'reviews', 'featuredReviews'] as const) {
      expect(known?.[part].length, part).toBeGreaterThan(0);
    }
    expect(Object.keys(known?.ratings ?? {})).toEqual(['staff', 'facilities', 'cleanliness', 'comfort', 'value', 'location']);
  });
});
