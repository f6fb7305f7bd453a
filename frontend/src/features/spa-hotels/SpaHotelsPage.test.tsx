import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { SPA_HOTELS } from '@/sample-content/spaHotels';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Component as SpaHotelsPage } from './SpaHotelsPage';

beforeAll(() => i18next.loadNamespaces(['spa-hotels', 'listing']));

describe('§2.62 /spa-hotels', () => {
  it('§2.90 shows twelve hotels; a card links with the id and the name', async () => {
    renderComponent(<SpaHotelsPage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Hôtels & Spa - Détente Premium' })).toBeVisible();
    const list = screen.getByRole('list', { name: /^Douze spas/ });
    expect(within(list).getAllByRole('heading', { level: 3 })).toHaveLength(12);
    for (const { id, name } of SPA_HOTELS) {
      const href = screen.getByRole('link', { name }).getAttribute('href');
      expect(href).toBe(`/hotel-detail?id=${id}&hotel=${encodeURIComponent(name)}`);
    }
    expect(screen.getByRole('link', { name: 'Hôtel & Spa Baracci' }).getAttribute('href')).toContain('%26%20Spa');
  });

  it('§9.18 counts 12 hotels and more, whose spas open from 7h to 21h', async () => {
    renderComponent(<SpaHotelsPage />);
    expect(await screen.findByText('12+')).toBeVisible();
    expect(screen.getByText('7h-21h')).toBeVisible();
  });
});
