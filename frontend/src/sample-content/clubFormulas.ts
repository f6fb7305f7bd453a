import type { ClubStay, StayOption } from './clubStay';

/** The two clubs that sell their weeks as formulas (board options). */
const CLUB_PAGE_SLUGS = ['club-marmara-marina-viva', 'club-lookea-corsica-paoli'] as const;
export type ClubPageSlug = (typeof CLUB_PAGE_SLUGS)[number];

/** The page of such a club. Its texts are in the dictionary `club-pages`: by slug, those of the formulas by `text`. */
interface ClubPageStay extends ClubStay {
  readonly options: readonly [Formula, ...Formula[]];
  /** Age groups of the children's clubs. */
  readonly ages: readonly AgeGroup[];
}
export interface Formula extends StayOption {
  readonly text: FormulaText;
}
type FormulaText = `${'marina' | 'paoli'}${'Breakfast' | 'HalfBoard' | 'AllInclusive'}`;
export type AgeGroup = 'small' | 'middle' | 'teens';

/** Times of a day at the club, keys of their texts. */
export const DAY = ['morning', 'noon', 'afternoon', 'evening'] as const;

export const CLUB_PAGES: Record<ClubPageSlug, ClubPageStay> = {
  'club-marmara-marina-viva': {
    pictures: ['family-club-1', 'beach-3', 'residence-1', 'restaurant-1'],
    equipment: ['beach', 'slides', 'pool', 'childrenPool', 'childrenClub', 'restaurant', 'bar', 'tennis', 'airConditioning', 'shuttle', 'wifi', 'parking'],
    activities: ['aquagym', 'beachVolley', 'tennis', 'paddle', 'archery', 'miniClub', 'teens', 'shows'],
    ages: ['small', 'middle', 'teens'],
    cancellationHours: 24,
    options: [
      { id: 'breakfast', board: 'breakfast', text: 'marinaBreakfast', pricePerNight: 109, guests: 2, surface: 22, features: ['airConditioning', 'balcony', 'gardenView'] },
      { id: 'halfBoard', board: 'halfBoard', text: 'marinaHalfBoard', pricePerNight: 135, guests: 4, surface: 26, features: ['airConditioning', 'balcony', 'poolView', 'bunkBeds'] },
      { id: 'allInclusive', board: 'allInclusive', text: 'marinaAllInclusive', pricePerNight: 169, guests: 4, surface: 30, features: ['airConditioning', 'terrace', 'seaView', 'minibar', 'sofaBed'] },
    ],
  },
  'club-lookea-corsica-paoli': {
    pictures: ['resort-2', 'residence-2', 'breakfast-2', 'bathroom-2'],
    equipment: ['pool', 'seaView', 'beachAccess', 'restaurant', 'bar', 'amphitheatre', 'bikes', 'garden', 'childrenClub', 'airConditioning', 'wifi', 'parking'],
    activities: ['hiking', 'cooking', 'polyphony', 'diving', 'kayak', 'yoga', 'cycling', 'miniClub'],
    ages: ['middle', 'teens'],
    cancellationHours: 24,
    options: [
      { id: 'breakfast', board: 'breakfast', text: 'paoliBreakfast', pricePerNight: 95, guests: 2, surface: 24, features: ['airConditioning', 'terrace', 'seaView'] },
      { id: 'halfBoard', board: 'halfBoard', text: 'paoliHalfBoard', pricePerNight: 119, guests: 3, surface: 28, features: ['airConditioning', 'terrace', 'seaView', 'sofaBed'] },
      { id: 'allInclusive', board: 'allInclusive', text: 'paoliAllInclusive', pricePerNight: 155, guests: 4, surface: 40, features: ['kitchenette', 'twoBedrooms', 'terrace', 'seaView', 'minibar'] },
    ],
  },
};

export function isClubPage(slug: string): slug is ClubPageSlug {
  return CLUB_PAGE_SLUGS.some((club) => club === slug);
}
