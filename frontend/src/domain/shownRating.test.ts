import { describe, expect, it } from 'vitest';
import i18next from '@/i18n';
import { RATINGS } from './hotelFilters';
import { shownRating } from './shownRating';

const wordOf = (...rating: Parameters<typeof shownRating>) => i18next.t(`rating.word.${shownRating(...rating).word}`);

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
    expect(wordOf(rating)).toBe(word);
  });

  it.each([
    [5, 'Exceptionnel'],
    [4.5, 'Exceptionnel'],
    [4.45, 'Très bien'],
    [4, 'Très bien'],
    [3.95, 'Bien'],
    [2, 'Bien'],
  ])('%f of 5 is %s out of ten', (rating, word) => {
    expect(wordOf(rating, 10)).toBe(word);
  });
});

describe('§9.3 one rating on cards, filters and the page of a hotel', () => {
  it.each([
    [4.45, 4.4, 8.9],
    [4.25, 4.3, 8.5],
    [4.18, 4.2, 8.4],
    [3.98, 3.9, 7.9],
    [4.5, 4.5, 9],
    [0, 0, 0],
  ])('%f is %f of 5 and %f of 10', (rating, ofFive, ofTen) => {
    expect(shownRating(rating).value).toBe(ofFive);
    expect(shownRating(rating, 10).value).toBe(ofTen);
  });

  it('never shows a figure that a filter would leave out', () => {
    for (let hundredths = 300; hundredths <= 500; hundredths += 1) {
      const rating = hundredths / 100;
      for (const threshold of RATINGS) {
        expect(shownRating(rating).value >= threshold).toBe(rating >= threshold);
      }
    }
  });
});
