import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { REGION_HOTELS } from '@/data/regionHotels';
import i18next from '@/i18n';
import { backend } from '@/testing/backend';
import { renderRoutes } from '@/testing/render';
import { Component as HotelDetailPage } from './HotelDetailPage';

beforeAll(() =>
  i18next.loadNamespaces(['hotel-detail', 'reviews', 'search', 'region-hotels', 'region-hotel-details', 'listing']),
);

/** As the queries read the page: every space is a plain one. */
const shown = (text: string) => text.replaceAll(/\s/g, ' ');
const open = (id: string) => renderRoutes([{ path: '/hotel-detail', Component: HotelDetailPage }], `/hotel-detail?id=${id}`);

describe('§3.3 built-in details of the hotels of the regions', () => {
  it.each(REGION_HOTELS)('$id is $name, without the backend', async ({ id, name }) => {
    open(id);
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
    expect(screen.getByText(shown(i18next.t(`items.${id}`, { ns: 'region-hotels' })))).toBeVisible();
    expect(screen.getByText(shown(i18next.t(`items.${id}.more`, { ns: 'region-hotel-details' })))).toBeVisible();
  });

  it('one that does not exist falls back to the first hotel, and says so', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([])));
    open('h99');
    expect(await screen.findByRole('heading', { level: 1, name: 'Hôtel Les Palmiers' })).toBeVisible();
    expect(screen.getByText(i18next.t('standIn', { ns: 'hotel-detail' }))).toBeVisible();
  });
});
