import { describe, expect, it } from 'vitest';
import { DESTINATIONS } from './destinations';
import { townNear } from './gazetteer';

describe('§7.19 search: the known town nearest to a destination', () => {
  it.each([
    ['Plage de Palombaggia', 'Porto-Vecchio'],
    ['Palombaggia', 'Porto-Vecchio'],
    ['la plage de Saint-Cyprien', 'Porto-Vecchio'],
    ['Saleccia', 'Saint-Florent'],
    ['ROCCAPINA', 'Sartène'],
    ['Arinella', 'Calvi'],
    ['ile rousse', "L'Île-Rousse"],
    ['Hôtel du port, Macinaggio', 'Bastia'],
  ])('%s: %s', (text, town) => {
    expect(townNear(text)).toBe(town);
  });

  it.each([
    ['Corse du Sud', 'Ajaccio'],
    ['corse-du-sud', 'Ajaccio'],
    ['Haute-Corse', 'Bastia'],
    ['Cap Corse', 'Bastia'],
    ['Centre Corse', 'Corte'],
    ['Golfe de Porto', 'Porto'],
    ['Balagne', 'Calvi'],
    ['un gîte en Balagne', 'Calvi'],
  ])('§2.30 the region %s: %s', (text, town) => {
    expect(townNear(text)).toBe(town);
  });

  it('finds the town of every destination by its label and by its search term', () => {
    for (const { value, label, near } of DESTINATIONS) expect([value, townNear(label)]).toEqual([value, near]);
    for (const { value, near } of DESTINATIONS) expect([value, townNear(value)]).toEqual([value, near]);
  });

  it('an unknown destination and the whole island have none', () => {
    expect(townNear('Atlantide')).toBeNull();
    expect(townNear('Corse')).toBeNull();
  });
});
