/** The topics of the help page, with their questions and the pages that they lead to. */
export const TOPICS = [
  {
    id: 'booking',
    questions: ['book', 'payment', 'cancel', 'confirmation'],
    links: [{ to: '/hotels', label: 'hotels' }],
  },
  { id: 'account', questions: ['account', 'history', 'password'], links: [{ to: '/confidentialite', label: 'privacy' }] },
  { id: 'reviews', questions: ['writeReview', 'trust'], links: [] },
  {
    id: 'travel',
    questions: ['car', 'transfer', 'ferry'],
    links: [
      { to: '/car-rental', label: 'carRental' },
      { to: '/taxi', label: 'taxi' },
    ],
  },
  { id: 'hosts', questions: ['join', 'photos'], links: [{ to: '/partners', label: 'partners' }] },
] as const;

export type Question = (typeof TOPICS)[number]['questions'][number];

export const QUESTIONS: readonly Question[] = TOPICS.flatMap(({ questions }): readonly Question[] => questions);
