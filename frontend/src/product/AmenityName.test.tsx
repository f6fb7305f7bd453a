import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { AMENITY_LABELS } from '@/domain/amenities';
import { renderComponent } from '@/testing/render';
import { AmenityName } from './AmenityName';

describe('§9 amenities', () => {
  it('§9.9 a known amenity is translated, whatever its case and accents', async () => {
    await i18next.changeLanguage('de');
    renderComponent(
      <ul>
        {['Piscine', 'PETIT-DEJEUNER', AMENITY_LABELS.reception24h].map((label) => (
          <li key={label}>
            <AmenityName label={label} />
          </li>
        ))}
      </ul>,
    );
    const items = await screen.findAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['Pool', 'Frühstück', expect.stringContaining('24')]);
    await i18next.changeLanguage('fr');
  });

  it('§9.9 an establishment’s own label is not translated and has a lang attribute', async () => {
    renderComponent(<AmenityName label="Piano à queue" />);
    expect(await screen.findByText('Piano à queue')).toHaveAttribute('lang', 'fr');
  });
});
