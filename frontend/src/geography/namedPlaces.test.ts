import { describe, expect, it } from 'vitest';
import { DESTINATIONS } from './destinations';
import { NAMED_PLACES, placeInAddress } from './namedPlaces';
import { nearestTown, TOWNS } from './towns';

describe('§2.39 map: positions of places', () => {
  it('every destination has a position on the island', () => {
    expect(NAMED_PLACES.map(({ name }) => name)).toEqual(DESTINATIONS.map(({ names: [name] }) => name));
    for (const { name, position } of NAMED_PLACES) {
      expect(nearestTown(position).kilometres, name).toBeLessThan(35);
    }
  });

  it('the place that an address names, the longest name first', () => {
    expect(placeInAddress('12 rue du Port, CALVI')?.position).toEqual(TOWNS.Calvi);
    expect(placeInAddress('Route de Porto-Vecchio')?.name).toBe('Porto-Vecchio');
    expect(placeInAddress("Hameau de l'Ospedale")?.name).toBe("L'Ospédale");
    expect(placeInAddress('Marseille')).toBeNull();
    expect(placeInAddress('')).toBeNull();
  });
});
