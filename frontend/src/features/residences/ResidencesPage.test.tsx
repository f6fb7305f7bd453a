import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { RESIDENCES } from '@/sample-content/residences';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Component as ResidencesPage } from './ResidencesPage';

beforeAll(() => i18next.loadNamespaces(['residences', 'listing']));

const cards = () =>
  within(screen.getByRole('list', { name: 'Votre appartement face à la mer' })).getAllByRole('heading', { level: 3 });

describe('§2.64 /residences', () => {
  it('shows nine residences with their capacity, each with a link to its page', async () => {
    renderComponent(<ResidencesPage />);
    await screen.findByRole('heading', { level: 1, name: 'Résidences de vacances' });
    expect(cards()).toHaveLength(9);
    const list = within(screen.getByRole('list', { name: 'Votre appartement face à la mer' }));
    expect(list.getAllByText(/^De \d à \d personnes$/)).toHaveLength(9);
    expect(list.getByText('De 2 à 8 personnes')).toBeVisible();
    for (const { id, name } of RESIDENCES) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/hotel-detail?id=${id}`);
    }
  });

  it('§9.18 counts 150 residences and 3000 apartments and more', async () => {
    renderComponent(<ResidencesPage />);
    expect(await screen.findByText('150+')).toBeVisible();
    expect(screen.getByText('3000+')).toBeVisible();
  });

  it('filters by capacity', async () => {
    const { user } = renderComponent(<ResidencesPage />);
    await user.click(await screen.findByRole('button', { name: '8 personnes' }));
    expect(cards().map(({ textContent }) => textContent)).toEqual(['Résidence Cala di Lume', 'Résidence Isolella']);
    await user.click(screen.getByRole('button', { name: 'Toutes' }));
    expect(cards()).toHaveLength(9);
  });
});
