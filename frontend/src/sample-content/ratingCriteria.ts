/** §1: the advertised average rating, 0 to 5. */
export const AVERAGE_RATING = 4.6;

/** The criteria that make up the average. */
export const CRITERIA = [
  { key: 'welcome', rating: 4.8 },
  { key: 'location', rating: 4.7 },
  { key: 'cleanliness', rating: 4.6 },
  { key: 'comfort', rating: 4.5 },
  { key: 'value', rating: 4.4 },
] as const;
