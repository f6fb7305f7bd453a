import { PAGES, type PagePath } from '../src/app/pages.ts';

type Example = readonly [name: string, query: string];

/**
 * The queries to visit, for pages that need one or show something else with one. Other pages are visited without a
 * query.
 */
const EXAMPLES: Partial<Record<PagePath, readonly Example[]>> = {
  '': [['home', '']],
  search: [
    ['search', '?destination=Calvi&checkin=2031-07-01&checkout=2031-07-04'],
    ['search-empty', '?destination=Calvi&min=495'],
    ['search-map', '?destination=Calvi&view=map'],
  ],
  'hotel-detail': [
    ['hotel-detail', '?id=3&checkin=2031-07-01&checkout=2031-07-04'],
    ['hotel-detail-of-a-region', '?id=h2'],
  ],
  'region-hotels': [
    ['region-hotels', '?region=Corse%20du%20Sud'],
    ['region-unknown', '?region=Sardaigne'],
  ],
  'car-rental': [
    ['car-rental', ''],
    ['car-rental-results', '?location=airport-ajaccio&pickupDate=2031-07-01&returnDate=2031-07-05'],
  ],
  'booking-confirmation': [
    [
      'booking-confirmation',
      '?hotel=Central&location=Corte&checkin=2031-07-01&checkout=2031-07-04&guests=2&roomType=Chambre%20Standard&pricePerNight=72',
    ],
    ['booking-car', '?type=car&id=7&location=port-bastia&pickupDate=2031-07-01&returnDate=2031-07-05'],
    ['booking-dates', '?hotel=Belambra%20Clubs%20Pineto&checkIn=&checkOut=&guests=2&roomType=Studio&price=89%E2%82%AC'],
  ],
  'booking-success': [['booking-success', '?confirmation=BK123456789&hotel=Central&total=216']],
};

interface Address {
  /** Names the test and the screenshots. */
  readonly name: string;
  readonly path: string;
}

/** What the checks of every page visit: each page, some of them several times, and one address without a page. */
export const ADDRESSES: readonly Address[] = [
  ...PAGES.flatMap(({ path }) => (EXAMPLES[path] ?? [[path, '']]).map(([name, query]) => ({ name, path: `/${path}${query}` }))),
  { name: 'not-found', path: '/no-such-page' },
];
