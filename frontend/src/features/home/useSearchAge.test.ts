import { describe, expect, it } from 'vitest';
import { searchAge } from './useSearchAge';

const NOW = new Date('2027-06-30T12:00:00Z');
const daysAgo = (days: number) => searchAge(new Date(NOW.getTime() - days * 86_400_000).toISOString(), NOW, 'fr');

describe('§9.1 relative age of a search', () => {
  it.each([
    [0, "Aujourd’hui"],
    [1, 'Hier'],
    [2, 'Il y a 2 jours'],
    [6, 'Il y a 6 jours'],
    [7, 'Il y a 1 semaine'],
    [29, 'Il y a 4 semaines'],
    [30, 'Il y a 1 mois'],
    [75, 'Il y a 2 mois'],
  ])('%i days', (days, label) => {
    expect(daysAgo(days)).toBe(label);
  });

  it.each([
    ['2027-06-29T22:00:00Z', "Aujourd’hui"],
    ['2027-06-29T21:59:00Z', 'Hier'],
    ['2027-06-28T21:59:00Z', 'Il y a 2 jours'],
  ])('goes by the calendar days of Corsica: %s', (createdAt, label) => {
    expect(searchAge(createdAt, new Date('2027-06-30T00:30:00+02:00'), 'fr')).toBe(label);
  });
});
