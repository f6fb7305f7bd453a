/** The guides, in the order of the footer. */
export const GUIDES = [
  { key: 'beaches', path: '/blog/plages' },
  { key: 'villages', path: '/blog/villages' },
  { key: 'hikes', path: '/blog/randonnees' },
  { key: 'food', path: '/blog/gastronomie' },
] as const;

export type GuideKey = (typeof GUIDES)[number]['key'];
