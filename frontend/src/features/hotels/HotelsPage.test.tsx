import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOTELS } from '@/sample-content/hotels';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Component as HotelsPage } from './HotelsPage';

beforeAll(() => i18next.loadNamespaces(['hotels', 'listing']));

const names = () =>
  within(screen.getByRole('list', { name: 'Douze adresses que nous aimons' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);

describe('§2.56 /hotels', () => {
  it('shows twelve hotels, each a link to its own page', async () => {
    renderComponent(<HotelsPage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Hôtels en Corse' })).toBeVisible();
    expect(names()).toHaveLength(12);
    for (const { id, name } of HOTELS) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', `/hotel-detail?id=${id}`);
    }
  });

  it('shows 450 hotels and more, from 42 euros', async () => {
    renderComponent(<HotelsPage />);
    expect(await screen.findByText('450+')).toBeVisible();
    expect(screen.getAllByText(/^42\s€$/)).toHaveLength(2);
  });

  it('sorts by the chosen order', async () => {
    const { user } = renderComponent(<HotelsPage />);
    const sort = await screen.findByRole('combobox', { name: 'Trier par' });
    await user.selectOptions(sort, 'Prix croissant');
    expect(names()[0]).toBe('Hôtel A Strada');
    await user.selectOptions(sort, 'Prix décroissant');
    expect(names()[0]).toBe('Hôtel Genovese Marina');
    await user.selectOptions(sort, 'Nos préférés');
    expect(names()[0]).toBe(HOTELS[0].name);
  });
});
