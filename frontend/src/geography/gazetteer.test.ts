import { describe, expect, it } from 'vitest';
import { correctedTerm, readPlace, similarTerms, suggestPlaces, townNear } from './gazetteer';
import { DESTINATIONS } from './destinations';
import { REGIONS } from './regions';
import { termOf } from './places';

const read = (text: string) => {
  const place = readPlace(text);
  return place && termOf(place);
};

describe('§5.6 search: names of places', () => {
  it.each(['Corse', 'corsica', 'Korsika', 'Córcega', 'la Corse', 'toute la Corse', 'en Corse', 'Corse, France', 'île de Beauté', 'コルシカ島', '코르시카', '科西嘉岛'])(
    '"%s" is the whole island',
    (text) => expect(readPlace(text)).toEqual({ kind: 'island' }),
  );

  it.each([
    ['Ajacciu', 'Ajaccio'],
    ['Bunifaziu', 'Bonifacio'],
    ['PORTIVECHJU', 'Porto-Vecchio'],
    ['portovecchio', 'Porto-Vecchio'],
    ['Porto', 'Porto'],
    ['San Fiurenzu', 'Saint-Florent'],
    ['St Florent', 'Saint-Florent'],
    ['st-florent', 'Saint-Florent'],
    ['Ste. Lucie de Porto Vecchio', 'Sainte-Lucie-de-Porto-Vecchio'],
    ['ile rousse', "L'Île-Rousse"],
    ['Isola Rossa', "L'Île-Rousse"],
    ['Ajaccio, Corse', 'Ajaccio'],
    ['20000 Ajaccio', 'Ajaccio'],
    ['Calvi (Corsica)', 'Calvi'],
    ['Bastia, Haute-Corse, France', 'Bastia'],
    ['hôtels à Calvi', 'Calvi'],
    ['la Balagne', 'Balagne'],
    ['Balagna', 'Balagne'],
    ['Southern Corsica', 'Corse du Sud'],
    ['Cap Corse', 'Cap Corse'],
    ['Südkorsika', 'Corse du Sud'],
    ['アジャクシオ', 'Ajaccio'],
    ['Plage de Palombaggia', 'Palombaggia'],
  ])('"%s" is %s', (text, term) => expect(read(text)).toBe(term));

  it('each destination and region has its own names', () => {
    for (const { value, label, names } of DESTINATIONS) for (const name of [value, label.split(',')[0] ?? '', ...names]) expect([name, read(name)]).toEqual([name, value]);
    for (const { name } of REGIONS) expect(read(name)).toBe(name);
  });

  it.each(['Paris', 'Atlantide', 'Sardaigne', 'Marseille', 'Rome', 'Nizza', 'New York', '', 'plage', '12345'])('"%s" is no place of the island', (text) => {
    expect(readPlace(text)).toBeNull();
    expect(townNear(text)).toBeNull();
    expect(correctedTerm(text, [])).toBeNull();
  });
});

describe('§5.6 search: misspellings', () => {
  it.each([
    ['Ajacio', 'Ajaccio'],
    ['Bonifaccio', 'Bonifacio'],
    ['Calvy', 'Calvi'],
    ['Porto Vechio', 'Porto-Vecchio'],
    ['Propiano', 'Propriano'],
    ['Sartenne', 'Sartène'],
    ['Saint Florant', 'Saint-Florent'],
    ['Korsica', 'Corse'],
    ['Les Mouetes', 'Les Mouettes'],
  ])('"%s" stands for %s', (text, term) => expect(correctedTerm(text, ['Les Mouettes'])).toBe(term));

  it('a text between two places is no misspelling of one, but both are suggested', () => {
    expect(correctedTerm('Corto', [])).toBeNull();
    expect(similarTerms('Corto', [])).toContain('Corte');
  });

  it.each(['Paris', 'Monaco', 'Atlantide', 'Marseille', 'Zz'])('"%s" is similar to nothing', (text) => expect(similarTerms(text, [])).toEqual([]));

  it('the suggestions have the place that a text names, starts or misspells', () => {
    const terms = (text: string) => suggestPlaces(text).map(({ term }) => term);
    expect(terms('Ajacciu')[0]).toBe('Ajaccio');
    expect(terms('bunif')).toEqual(['Bonifacio']);
    expect(terms('balagn')[0]).toBe('Balagne');
    expect(terms('corsi')[0]).toBe('Corse');
    expect(terms('ajacio')).toEqual(['Ajaccio']);
    expect(terms('Atlantide')).toEqual([]);
  });
});
