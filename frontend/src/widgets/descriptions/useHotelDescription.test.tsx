import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import i18n from '@/i18n';
import { renderComponent } from '@/testing/render';
import { SEEDED_HOTELS } from '@/testing/seededHotels';
import { LanguageNote } from './LanguageNote';
import { useHotelDescription } from './useHotelDescription';

const SEEDED = SEEDED_HOTELS.get(3)?.description ?? '';

function Description({ description }: { description: string }) {
  const { text, language } = useHotelDescription({ id: 3, description });
  return (
    <>
      <p data-testid="text" lang={language ?? undefined}>
        {text}
      </p>
      <LanguageNote language={language} />
    </>
  );
}

const shown = () => screen.findByTestId('text');

describe('the description of a hotel', () => {
  beforeEach(async () => {
    await i18n.changeLanguage('de');
  });
  afterEach(async () => {
    await i18n.changeLanguage('fr');
  });

  it('is in the reader’s language', async () => {
    renderComponent(<Description description={SEEDED} />);
    expect(await screen.findByText(/^Der Name stimmt: Von seiner Terrasse/)).toHaveAttribute('lang', 'de');
    expect(screen.queryByText(/^Sprache des Textes/)).not.toBeInTheDocument();
  });

  it('says in which language it is if it is not translated', async () => {
    renderComponent(<Description description="Une maison calme au bord de la mer, avec un jardin pour les enfants." />);
    expect(await screen.findByText('Sprache des Textes: Französisch')).toBeVisible();
    expect(await shown()).toHaveAttribute('lang', 'fr');
  });

  it('says nothing of a text that its owner wrote in the reader’s language', async () => {
    renderComponent(<Description description="Ein ruhiges Haus am Meer mit einem Garten für die Kinder." />);
    expect(await screen.findByText(/^Ein ruhiges Haus/)).toHaveAttribute('lang', 'de');
    expect(screen.queryByText(/^Sprache des Textes/)).not.toBeInTheDocument();
  });

  it('has no language if it cannot be told', async () => {
    renderComponent(<Description description="Casa Rossa" />);
    expect(await screen.findByText('Casa Rossa')).not.toHaveAttribute('lang');
    expect(screen.queryByText(/^Sprache des Textes/)).not.toBeInTheDocument();
  });
});
