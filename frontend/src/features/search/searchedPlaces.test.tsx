import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import '@/geography/gazetteer';
import { hotelRow } from '@/testing/hotels';
import { bellaVista, cards, hotels, mouettes, palmiers, show } from './searchPageTesting';

describe('§5.6 search: what people type', () => {
  const porto = hotelRow({ id: 20, name: 'Hôtel Scandola', city: 'Porto', location: 'Marine, Porto' });
  const vecchio = hotelRow({ id: 21, name: 'Casa Cesaria', city: 'Porto-Vecchio', location: 'Haute ville, Porto-Vecchio' });

  it.each(['Corse', 'corsica', 'コルシカ島'])('"%s" is the whole island', async (text) => {
    hotels([bellaVista, palmiers, mouettes]);
    show(`/search?destination=${text}`);
    expect(await cards()).toEqual(['Hôtel Bella Vista', 'Hôtel Les Palmiers', 'Les Mouettes']);
    expect(screen.getByRole('heading', { level: 1, name: 'Hébergements Corse' })).toBeInTheDocument();
    expect(screen.queryByText(/Aucun hébergement trouvé/)).not.toBeInTheDocument();
  });

  it('a Corsican name is the town, under the name of the site', async () => {
    hotels([bellaVista, palmiers]);
    show('/search?destination=Ajacciu');
    expect(await cards()).toEqual(['Hôtel Les Palmiers']);
    expect(screen.getByRole('heading', { level: 1, name: 'Hébergements Ajaccio' })).toBeInTheDocument();
  });

  it('the village of Porto comes before Porto-Vecchio', async () => {
    hotels([vecchio, bellaVista, porto]);
    show('/search?destination=Porto');
    expect(await cards()).toEqual(['Hôtel Scandola', 'Casa Cesaria']);
    expect(screen.getByRole('heading', { level: 1, name: 'Hébergements Porto' })).toBeInTheDocument();
  });

  it('a misspelled town shows its hotels and says so', async () => {
    hotels([bellaVista, palmiers]);
    show('/search?destination=Ajacio');
    expect(await cards()).toEqual(['Hôtel Les Palmiers']);
    expect(await screen.findByText(/^"Ajacio" nous est inconnu\. Vouliez-vous dire Ajaccio\s\?/)).toBeInTheDocument();
  });

  it('a place beyond the sea is unknown: no nearest town, but a selection', async () => {
    const asked = hotels([bellaVista, palmiers], [bellaVista]);
    show('/search?destination=Paris');
    expect(await screen.findByText(/^Destination inconnue\s: nous ne trouvons pas "Paris" en Corse\.$/)).toBeInTheDocument();
    expect(screen.getByText('Aucun hébergement trouvé pour "Paris". Voici une sélection d\'hébergements disponibles en Corse.')).toBeInTheDocument();
    expect(screen.queryByText(/la ville la plus proche/)).not.toBeInTheDocument();
    expect(screen.queryByText(/Vouliez-vous dire/)).not.toBeInTheDocument();
    expect(screen.queryByText(/trouvés?$/)).not.toBeInTheDocument();
    expect(asked).toHaveBeenLastCalledWith('select=*&is_active=eq.true&limit=10');
  });

  it('an unknown text that resembles several places leads to them, with the dates and guests', async () => {
    hotels([bellaVista, palmiers], [bellaVista]);
    const { user, router } = show('/search?destination=Corto&guests=3');
    await user.click(await screen.findByRole('link', { name: 'Corte' }));
    expect(router.state.location.search).toBe('?destination=Corte&guests=3');
  });
});
