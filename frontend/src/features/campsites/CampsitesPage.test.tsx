import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { CAMPSITES } from '@/sample-content/campsites';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Component as CampsitesPage } from './CampsitesPage';

beforeAll(() => i18next.loadNamespaces(['campsites', 'listing']));

const cards = () => within(screen.getByRole('list', { name: 'Où planter sa tente' })).getAllByRole('heading', { level: 3 });

describe('§2.64 /campings', () => {
  it('shows nine campsites, each a link to its own page', async () => {
    renderComponent(<CampsitesPage />);
    await screen.findByRole('heading', { level: 1, name: 'Campings en Corse' });
    expect(cards()).toHaveLength(9);
    for (const { id, name } of CAMPSITES) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/hotel-detail?id=${id}`);
    }
  });

  it('§9.18 counts 95 campsites and 2500 mobile homes and more, 85 % of them with a pool', async () => {
    renderComponent(<CampsitesPage />);
    expect(await screen.findByText('95+')).toBeVisible();
    expect(screen.getByText('2500+')).toBeVisible();
    expect(screen.getByText('avec piscine').nextElementSibling).toHaveTextContent(/^85\s?%$/);
  });

  it('filters by sea, river and mountains', async () => {
    const { user } = renderComponent(<CampsitesPage />);
    await user.click(await screen.findByRole('button', { name: 'Montagne' }));
    expect(cards().map(({ textContent }) => textContent)).toEqual(['Camping de la Rivière Asinau', 'Camping U Tavignanu']);
    await user.click(screen.getByRole('button', { name: 'Bord de mer' }));
    expect(cards()).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Tous les campings' }));
    expect(cards()).toHaveLength(9);
  });
});
