import { describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { ratingWord, ratingWordOutOfTen } from './ratingWord';

describe('§9.27 the words of ratings', () => {
  it.each([
    [5, 'Exceptionnel'],
    [4.5, 'Exceptionnel'],
    [4.4, 'Très bien'],
    [4, 'Très bien'],
    [3.9, 'Bien'],
    [3.5, 'Bien'],
    [3.4, 'Correct'],
    [3, 'Correct'],
    [2.9, 'Satisfaisant'],
  ])('%f of 5 is %s', (rating, word) => {
    expect(i18next.t(`rating.word.${ratingWord(rating)}`)).toBe(word);
  });

  it.each([
    [10, 'Exceptionnel'],
    [9, 'Exceptionnel'],
    [8.9, 'Très bien'],
    [8, 'Très bien'],
    [7.9, 'Bien'],
    [4, 'Bien'],
  ])('%f of 10 is %s', (rating, word) => {
    expect(i18next.t(`rating.word.${ratingWordOutOfTen(rating)}`)).toBe(word);
  });
});
