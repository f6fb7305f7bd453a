import { describe, expect, it } from 'vitest';
import { hotel } from '@/testing/hotels';
import { fromRecord } from './establishment';

describe('§3.4 hotel detail from a record', () => {
  const samples = [{ name: 'Marie L.', country: 'France', date: '', rating: 5, title: 'Bien', comment: 'Très bien' }];
  const description = { text: 'Une terrasse.', language: 'fr', isLoading: false } as const;

  it.each([
    ['Hôtel Bella Vista', 4],
    ['Grand Hôtel Cala Rossa', 5],
    ['A Casetta', null],
  ])('§3.16: %s has %s stars, which only some hotels are known to have', (name, stars) => {
    expect(fromRecord(hotel({ name }), samples, description).stars).toBe(stars);
  });

  it('§3.16: aspects lie between 0.2 below the rating and 0.3 above it', () => {
    const { ratings } = fromRecord(hotel({ rating: 4 }), samples, description);
    const values = Object.values(ratings);
    expect(Math.min(...values)).toBeCloseTo(3.8);
    expect(Math.max(...values)).toBeCloseTo(4.3);
  });

  it('§3.16: no aspect goes beyond five', () => {
    expect(Math.max(...Object.values(fromRecord(hotel({ rating: 4.95 }), samples, description).ratings))).toBe(5);
  });

  it('§3.16: a place without reviews gets no samples', () => {
    expect(fromRecord(hotel({ reviewsCount: 0, rating: 0 }), samples, description).reviews).toEqual([]);
  });
});
