const WORDS = [
  [4.5, 'exceptional'],
  [4, 'veryGood'],
  [3.5, 'good'],
  [3, 'fair'],
] as const;

const WORDS_OUT_OF_TEN = [
  [9, 'exceptional'],
  [8, 'veryGood'],
] as const;

export type RatingWord = (typeof WORDS)[number][1] | 'satisfying';

/** The key of the word for a rating of 0 to 5, as lists show it. */
export function ratingWord(rating: number): RatingWord {
  return WORDS.find(([from]) => rating >= from)?.[1] ?? 'satisfying';
}

/** The key of the word for a rating of 0 to 10, as a hotel's own page shows it. */
export function ratingWordOutOfTen(rating: number): RatingWord {
  return WORDS_OUT_OF_TEN.find(([from]) => rating >= from)?.[1] ?? 'good';
}
