import { describe, expect, it } from 'vitest';
import { DESTINATIONS, findDestination } from '@/geography/destinations';
import { REGIONS } from '@/geography/regions';
import { townNear } from '@/geography/gazetteer';
import { hotel } from '@/testing/hotels';
import { matchingHotels, placeName } from './matchingHotels';

interface Sample {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly location: string;
}

/** The seed hotels of the database. */
const files = import.meta.glob<Sample[]>('../../../schema/seed/hotels/*.json', { eager: true, import: 'default' });
const hotels = Object.values(files).flat().map(({ id, name, city, location }) => hotel({ id, name, city, location }));
const found = (text: string) => matchingHotels(hotels, text);
const names = (text: string) => found(text).map(({ name }) => name);

describe('§5.6 hotel search text: beaches', () => {
  it.each([
    ['Palombaggia', ['Bergeries de Palombaggia', 'Résidence Cala Mezzanu']],
    ['Plage de Palombaggia', ['Bergeries de Palombaggia', 'Résidence Cala Mezzanu']],
    ['Saint-Cyprien', ['Villa San Ciprianu Vechju', 'Hôtel & Spa San Ciprianu']],
    ['Viva', ['Hôtel Le Maquis', 'Club Marina di Porticcio']],
    ['Capo di Feno', ['Thalassa Capo di Feno']],
  ])('%s', (text, expected) => {
    expect(names(text).toSorted()).toEqual(expected.toSorted());
  });

  it('what is found for a suggested beach lies there; sixteen are too far from everything', () => {
    const beaches = DESTINATIONS.filter(({ isBeach }) => isBeach);
    const withHotels = beaches.filter(({ value }) => found(value).length > 0);
    expect(beaches.length - withHotels.length).toBe(16);
    for (const { value, near } of withHotels) {
      for (const { name, city } of found(value)) expect([value, name, townNear(city)]).toEqual([value, name, near]);
    }
  });
});

describe('§5.6 hotel search text: regions', () => {
  it.each(REGIONS)('$name has the establishments of its towns', ({ name, towns }) => {
    const there = found(name);
    expect(there.length).toBeGreaterThan(0);
    expect(there).toEqual(hotels.filter(({ city }) => towns.some((town) => town === city)));
  });

  it('however they are written; Porto-Vecchio is not on the gulf of Porto', () => {
    expect(names('haute corse')).toEqual(names('Haute-Corse'));
    expect(found('Golfe de Porto').map(({ city }) => city)).not.toContain('Porto-Vecchio');
    expect(placeName('cap corse', found('cap corse'))).toBe('Cap Corse');
  });
});

it('§2.18 every town of the sample establishments is a destination that finds them', () => {
  for (const { id, city } of hotels) {
    const destination = findDestination(city);
    expect(destination, city).toBeDefined();
    expect(found(destination?.value ?? '').map((one) => one.id), city).toContain(id);
  }
});
