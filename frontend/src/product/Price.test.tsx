import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Price } from './Price';

describe('§9.26 prices', () => {
  it('are formatted in French, with the unit “par nuit”', async () => {
    renderComponent(<Price euros={1234.5} perNight />);
    expect(await screen.findByText('1 234,50 €')).toBeVisible();
    expect(screen.getByText('par nuit')).toBeVisible();
  });

  it('show no cents for whole euros, and no unit by default', async () => {
    renderComponent(<Price euros={72} />);
    expect(await screen.findByText('72 €')).toBeVisible();
    expect(screen.queryByText('par nuit')).not.toBeInTheDocument();
  });

  it('are not known for a night of 0 euros', async () => {
    renderComponent(<Price euros={0} perNight />);
    expect(await screen.findByText('Prix non communiqué')).toBeVisible();
    expect(screen.queryByText(/€/)).not.toBeInTheDocument();
  });

  it('are formatted in the reader’s language', async () => {
    await i18next.changeLanguage('en');
    renderComponent(<Price euros={1234.5} perNight />);
    expect(await screen.findByText('€1,234.50')).toBeVisible();
  });
});
