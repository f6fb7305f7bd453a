import { describe, expect, it } from 'vitest';
import { idOfName, readHotelId } from './hotelNames';

describe('§2.40 name-to-id mapping', () => {
  it.each([
    ['Les Palmiers', 1],
    ['Hôtel Les Palmiers', 1],
    ['Auberge du Port', 2],
    ['Bella Vista', 3],
    ['Résidence Mare Nostrum', 4],
    ['Bergeries de Palombaggia', 5],
    ['Central', 6],
    ['Central Corte', 6],
    ['Villa Marine', 7],
    ['Hôtel du Golfe', 8],
    ['Auberge des Montagnes', 9],
    ['Maquis', 10],
    ['Grand Hôtel Napoléon', 20],
    ['Grand Hôtel Cala Rossa', 30],
    ['Suite Home Porticcio', 'suite-home-porticcio'],
    ['Les Mouettes', 'hotel-les-mouettes'],
    ['Napoleon', 'hotel-napoleon'],
  ])('§2 name-to-id: %s is %s', (name, id) => {
    expect(idOfName(name)).toBe(id);
  });

  it('§2.40 name-to-id: an unknown name becomes lowercase', () => {
    expect(idOfName('Chez Dumè')).toBe('chez dumè');
  });

  it('§2.40, §2.81 hotel detail: id counts before hotel, and the first one stands for none', () => {
    const read = (query: string) => readHotelId(new URLSearchParams(query));
    expect(read('id=105&hotel=Bella+Vista')).toBe(105);
    expect(read('hotel=Bella+Vista')).toBe(3);
    expect(read('id=hotel-les-mouettes')).toBe('hotel-les-mouettes');
    expect(read('')).toBe(1);
  });
});
