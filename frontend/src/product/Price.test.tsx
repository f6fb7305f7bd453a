import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { renderComponent } from '@/testing/render';
import { Price } from './Price';

describe('§9.26 prices', () => {
  it('are euros as French writes them, and say that they are a night’s', async () => {
    renderComponent(<Price euros={1234.5} perNight />);
    expect(await screen.findByText('1 234,50 €')).toBeVisible();
    expect(screen.getByText('par nuit')).toBeVisible();
  });

  it('whole euros have no cents, and a price of something else no night', async () => {
    renderComponent(<Price euros={72} />);
    expect(await screen.findByText('72 €')).toBeVisible();
    expect(screen.queryByText('par nuit')).not.toBeInTheDocument();
  });

  it('are euros in each other language too, as it writes them', async () => {
    await i18next.changeLanguage('en');
    renderComponent(<Price euros={1234.5} perNight />);
    expect(await screen.findByText('€1,234.50')).toBeVisible();
  });
});
