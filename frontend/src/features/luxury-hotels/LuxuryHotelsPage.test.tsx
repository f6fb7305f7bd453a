import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Component as LuxuryHotelsPage } from './LuxuryHotelsPage';

beforeAll(() => i18next.loadNamespaces(['luxury-hotels', 'listing']));

describe('§2.57 /hotels-luxe', () => {
  it('shows eight hotels of five stars, from 275 to 425 euros', async () => {
    renderComponent(<LuxuryHotelsPage />);
    const list = await screen.findByRole('list', { name: 'Huit maisons, huit caractères' });
    expect(within(list).getAllByRole('heading', { level: 3 })).toHaveLength(8);
    expect(within(list).getAllByRole('img', { name: '5 étoiles' })).toHaveLength(8);
    expect(within(list).getByText(/^275\s€$/)).toBeVisible();
    expect(within(list).getByText(/^425\s€$/)).toBeVisible();
    expect(within(list).getByRole('link', { name: 'Grand Hôtel Cala Rossa' })).toHaveAttribute('href', '/hotel-detail?id=30');
  });
});
