import { describe, expect, it } from 'vitest';
import { fromRecord } from '@/features/hotel-detail/establishment';
import { hotel } from '@/testing/hotels';
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

describe('§3.4 hotel detail from a record', () => {
  const samples = [{ name: 'Marie L.', country: 'France', date: '', rating: 5, title: 'Bien', comment: 'Très bien' }];

  it('§3.16: stars are four, and aspects lie between 0.2 below the rating and 0.3 above it', () => {
    const { stars, ratings } = fromRecord(hotel({ rating: 4 }), samples);
    expect(stars).toBe(4);
    const values = Object.values(ratings);
    expect(Math.min(...values)).toBeCloseTo(3.8);
    expect(Math.max(...values)).toBeCloseTo(4.3);
  });

  it('§3.16: no aspect goes beyond five', () => {
    expect(Math.max(...Object.values(fromRecord(hotel({ rating: 4.95 }), samples).ratings))).toBe(5);
  });

  it('§3.16: a place without reviews gets no samples', () => {
    expect(fromRecord(hotel({ reviewsCount: 0, rating: 0 }), samples).reviews).toEqual([]);
  });
});
