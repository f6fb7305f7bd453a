import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Component as VillasPage } from './VillasPage';

beforeAll(() => i18next.loadNamespaces(['villas', 'listing']));

const cards = () =>
  within(screen.getByRole('list', { name: 'Choisissez votre maison' })).getAllByRole('heading', { level: 3 });

describe('§2.61 /villas', () => {
  it('§2.89 shows eight villas with the number of persons that each takes', async () => {
    renderComponent(<VillasPage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Villas Privées avec ou sans Piscine' })).toBeVisible();
    expect(cards()).toHaveLength(8);
    expect(screen.getAllByText(/^Jusqu'à \d+ personnes$/)).toHaveLength(8);
    expect(screen.getByText("Jusqu'à 12 personnes")).toBeVisible();
    expect(screen.getByText("Jusqu'à 6 personnes")).toBeVisible();
  });

  it('§9.18 counts 280 villas and more, 85% with a pool', async () => {
    renderComponent(<VillasPage />);
    expect(await screen.findByText('280+')).toBeVisible();
    expect(screen.getByText('85%')).toBeVisible();
  });

  it('names the services', async () => {
    renderComponent(<VillasPage />);
    const services = await screen.findByRole('region', { name: 'Les services qui font les vacances' });
    expect(within(services).getAllByRole('heading', { level: 3 })).toHaveLength(6);
  });

  it('filters by pool', async () => {
    const { user } = renderComponent(<VillasPage />);
    await user.click(await screen.findByRole('button', { name: 'Sans piscine' }));
    expect(cards().map(({ textContent }) => textContent)).toEqual(['Villa A Pastorella', 'Villa U Salinu']);
    await user.click(screen.getByRole('button', { name: 'Avec piscine' }));
    expect(cards()).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'Toutes les villas' }));
    expect(cards()).toHaveLength(8);
    expect(screen.getByRole('button', { name: 'Toutes les villas' })).toHaveAttribute('aria-pressed', 'true');
  });
});
