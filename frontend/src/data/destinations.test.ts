import { describe, expect, it } from 'vitest';
import { DESTINATIONS, suggestDestinations, townNear } from './destinations';
import { nearestTown, TOWNS } from './towns';

describe('§2 destinations', () => {
  it('§2.18 destinations: about 130 places, each of them once', () => {
    const labels = DESTINATIONS.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.length).toBeGreaterThanOrEqual(125);
    expect(Object.keys(TOWNS)).toHaveLength(15);
  });

  it('§2.18 destinations: the known towns first, then the villages and the beaches, the villages in alphabetical order', () => {
    const villages = DESTINATIONS.slice(15).filter(({ label }) => !label.startsWith('Plage')).map(({ label }) => label);
    expect(villages).toEqual(villages.toSorted(new Intl.Collator('fr').compare));
    expect(DESTINATIONS.slice(0, 15).map(({ value }) => value)).toEqual(Object.keys(TOWNS));
  });

  it('§5 destinations: neither accents nor the form of an apostrophe matter', () => {
    expect(suggestDestinations('l’ile').map(({ label }) => label)).toContain("L'Île-Rousse");
  });

  it('§5.5 destinations: a position belongs to its nearest known town', () => {
    expect(nearestTown({ latitude: 41.6, longitude: 9.25 }).town).toBe('Porto-Vecchio');
    expect(nearestTown({ latitude: 48.85, longitude: 2.35 }).kilometres).toBeGreaterThan(500);
  });

  it('§7 search: an unknown destination falls back to Ajaccio', () => {
    expect(townNear('Plage de Palombaggia')).toBe('Porto-Vecchio');
    expect(townNear('Atlantide')).toBe('Ajaccio');
  });
});
