import { describe, expect, it } from 'vitest';
import { DESTINATIONS, findDestination, suggestDestinations } from './destinations';
import { nearestTown, TOWNS } from './towns';

describe('§2 destinations', () => {
  it('§2.18 destinations: 170 places without duplicates', () => {
    const labels = DESTINATIONS.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toHaveLength(170);
    expect(Object.keys(TOWNS)).toHaveLength(15);
  });

  it('§2.18 destinations: the known towns come first, the villages are in alphabetical order', () => {
    const villages = DESTINATIONS.slice(15).filter(({ label }) => !label.startsWith('Plage')).map(({ label }) => label);
    expect(villages).toEqual(villages.toSorted(new Intl.Collator('fr').compare));
    expect(DESTINATIONS.slice(0, 15).map(({ value }) => value)).toEqual(Object.keys(TOWNS));
  });

  it('§5 destinations: suggestions ignore accents and the kind of apostrophe', () => {
    expect(suggestDestinations('l’ile').map(({ label }) => label)).toContain("L'Île-Rousse");
  });

  it('§5.5 destinations: finds the known town nearest to a position', () => {
    expect(nearestTown({ latitude: 41.6, longitude: 9.25 }).town).toBe('Porto-Vecchio');
    expect(nearestTown({ latitude: 48.85, longitude: 2.35 }).kilometres).toBeGreaterThan(500);
  });

  it('§3.12 destinations: the search term of a beach is its bare name', () => {
    const [palombaggia] = suggestDestinations('palomb');
    expect(palombaggia).toMatchObject({ value: 'Palombaggia', label: 'Plage de Palombaggia, Porto-Vecchio' });
    for (const { value, isBeach } of DESTINATIONS) if (isBeach) expect(value).not.toMatch(/^Plage/);
  });

  it.each(['Plage de Palombaggia', 'palombaggia', 'Plage de Palombaggia, Porto-Vecchio'])('§5.4 destinations: "%s" finds the beach', (text) => {
    expect(findDestination(text)?.value).toBe('Palombaggia');
  });

  it('§5.4 destinations: suggestions and look-ups ignore hyphens', () => {
    expect(suggestDestinations('saint florent').map(({ value }) => value)).toContain('Saint-Florent');
    expect(findDestination('saint florent')?.value).toBe('Saint-Florent');
  });
});
