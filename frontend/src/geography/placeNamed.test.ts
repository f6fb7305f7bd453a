import { describe, expect, it } from 'vitest';
import { DESTINATIONS } from './destinations';
import { NAMED_PLACES, placeNamed } from './placeNamed';
import { nearestTown, TOWNS } from './towns';

describe('§2.39 map: positions of places', () => {
  it('every destination has a position on the island', () => {
    expect(NAMED_PLACES.map(({ name }) => name)).toEqual(DESTINATIONS.map(({ names: [name] }) => name));
    for (const { name, position } of NAMED_PLACES) {
      expect(nearestTown(position).kilometres, name).toBeLessThan(35);
    }
  });

  it('the place that an address names, the longest name first', () => {
    expect(placeNamed('12 rue du Port, CALVI')?.position).toEqual(TOWNS.Calvi);
    expect(placeNamed('Route de Porto-Vecchio')?.name).toBe('Porto-Vecchio');
    expect(placeNamed("Hameau de l'Ospedale")?.name).toBe("L'Ospédale");
    expect(placeNamed('Marseille')).toBeNull();
    expect(placeNamed('')).toBeNull();
  });
});
