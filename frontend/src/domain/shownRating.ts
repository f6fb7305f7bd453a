/** The scales of ratings: lists show the stored 0 to 5, a hotel's own page and the filters show 0 to 10. */
export type RatingScale = 5 | 10;

const WORDS = {
  5: [
    [4.5, 'exceptional'],
    [4, 'veryGood'],
    [3.5, 'good'],
    [3, 'fair'],
    [0, 'satisfying'],
  ],
  10: [
    [9, 'exceptional'],
    [8, 'veryGood'],
    [0, 'good'],
  ],
} as const;

type RatingWord = (typeof WORDS)[RatingScale][number][1];

interface ShownRating {
  /** With one decimal. */
  readonly value: number;
  readonly scale: RatingScale;
  /** The key of the word. */
  readonly word: RatingWord;
}

/**
 * A rating of 0 to 5 as a page shows it. The value is rounded, except where it would then have a better word than the
 * rating itself: 4.45 is shown as 4.4, since 4.5 has another word and passes another filter.
 */
export function shownRating(rating: number, scale: RatingScale = 5): ShownRating {
  const exact = scale === 10 ? rating * 2 : rating;
  const word = wordOf(exact, scale);
  const rounded = Math.round(exact * 10) / 10;
  return { value: wordOf(rounded, scale) === word ? rounded : Math.floor(exact * 10) / 10, scale, word };
}

function wordOf(value: number, scale: RatingScale): RatingWord {
  const lowest = scale === 10 ? 'good' : 'satisfying';
  return WORDS[scale].find(([from]) => value >= from)?.[1] ?? lowest;
}
