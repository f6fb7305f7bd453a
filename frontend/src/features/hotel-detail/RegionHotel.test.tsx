import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { onIsland } from '@/geography/island';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as HotelDetailPage } from './HotelDetailPage';

beforeAll(() =>
  i18next.loadNamespaces(['hotel-detail', 'reviews', 'search', 'region-hotels', 'region-hotel-details', 'listing']),
);

/** Replaces non-breaking spaces by plain ones, as the queries of Testing Library do. */
const shown = (text: string) => text.replaceAll(/\s/g, ' ');
const open = (id: string) => renderRoutes([{ path: '/hotel-detail', Component: HotelDetailPage }], `/hotel-detail?id=${id}`);

describe('§3.3 details of the region hotels', () => {
  it.each(REGION_HOTELS)('$id is $name, without the backend', async ({ id, name }) => {
    open(id);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.getByText(shown(i18next.t(`items.${id}`, { ns: 'region-hotels' })))).toBeVisible();
    expect(screen.getByText(shown(i18next.t(`items.${id}.more`, { ns: 'region-hotel-details' })))).toBeVisible();
    // Its rating is a sample, which search engines are not told.
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => textContent).join();
    expect(data).toContain('"Hotel"');
    expect(data).not.toContain('aggregateRating');
  });

  it.each(REGION_HOTELS)('§2.43 the map of $id has its pin', async ({ id, name, position }) => {
    const { container } = open(id);
    await screen.findByRole('heading', { level: 1, name });
    const pin = container.querySelector('circle[r="7"]');
    const { x, y } = onIsland(position);
    expect(pin).toHaveAttribute('cx', String(x));
    expect(pin).toHaveAttribute('cy', String(y));
  });

  it('an unknown id is reported as unknown, with the built-in hotel below', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([])));
    open('h99');
    expect(await screen.findByRole('heading', { level: 1, name: i18next.t('missing.unknown', { ns: 'hotel-detail' }) })).toBeVisible();
    expect(screen.getByRole('heading', { level: 3, name: 'Hôtel Les Palmiers' })).toBeVisible();
  });
});
