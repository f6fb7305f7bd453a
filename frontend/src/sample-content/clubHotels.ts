import type { EquippedHotel } from './equippedHotel';

/** §3 Club hotel: the slugs, which are also the keys of the texts in the dictionary `clubs`. */
export const CLUB_SLUGS = [
  'club-marmara-marina-viva',
  'club-lookea-corsica-paoli',
  'club-med-santambroggio',
  'belambra-pineto',
  'club-fiesta-ajaccio',
  'club-vacanciel-porto-vecchio',
] as const;
export type ClubSlug = (typeof CLUB_SLUGS)[number];

export interface ClubHotel extends EquippedHotel {
  readonly type: 'club';
  readonly slug: ClubSlug;
}

export const CLUB_HOTELS: readonly ClubHotel[] = [
  {
    id: 101,
    type: 'club',
    slug: 'club-marmara-marina-viva',
    name: 'Club Marmara Marina Viva',
    city: 'Porticcio',
    location: 'Agosta-Plage, Porticcio',
    pricePerNight: 109,
    rating: 4.4,
    reviewsCount: 12,
    amenities: ['beach', 'slides', 'childrenClub', 'tennis'],
    picture: 'family-club-1',
  },
  {
    id: 102,
    type: 'club',
    slug: 'club-lookea-corsica-paoli',
    name: 'Club Lookéa Corsica Paoli',
    city: 'Calcatoggio',
    location: 'Golfe de la Liscia, Calcatoggio',
    pricePerNight: 95,
    rating: 4.3,
    reviewsCount: 12,
    amenities: ['pool', 'seaView', 'bar', 'bikes'],
    picture: 'resort-2',
  },
  {
    id: 103,
    type: 'club',
    slug: 'club-med-santambroggio',
    name: "Club Med Sant'Ambroggio",
    city: 'Lumio',
    location: "Marine de Sant'Ambroggio, Lumio",
    pricePerNight: 159,
    rating: 4.8,
    reviewsCount: 12,
    amenities: ['beach', 'marina', 'childrenClub', 'spa'],
    picture: 'resort-1',
  },
  {
    id: 104,
    type: 'club',
    slug: 'belambra-pineto',
    name: 'Belambra Clubs Pineto',
    city: 'Borgo',
    location: 'Lido de la Marana, Borgo',
    pricePerNight: 89,
    rating: 4.6,
    reviewsCount: 12,
    amenities: ['beach', 'garden', 'pool', 'bikes'],
    picture: 'family-club-3',
  },
  {
    id: 105,
    type: 'club',
    slug: 'club-fiesta-ajaccio',
    name: 'Club Fiesta Ajaccio',
    city: 'Ajaccio',
    location: 'Route des Sanguinaires, Ajaccio',
    pricePerNight: 99,
    rating: 4.5,
    reviewsCount: 12,
    amenities: ['amphitheatre', 'seaView', 'pool', 'shuttle'],
    picture: 'family-club-2',
  },
  {
    id: 106,
    type: 'club',
    slug: 'club-vacanciel-porto-vecchio',
    name: 'Club Vacanciel Porto-Vecchio',
    city: 'Porto-Vecchio',
    location: 'Golfe de Santa Giulia, Porto-Vecchio',
    pricePerNight: 149,
    rating: 4.9,
    reviewsCount: 12,
    amenities: ['beach', 'spa', 'restaurant', 'airConditioning'],
    picture: 'resort-3',
  },
];

/** The path of a club's page by the club's name; undefined for an unknown name. */
export function clubPath(name: string): string | undefined {
  const club = CLUB_HOTELS.find((one) => one.name === name);
  return club && `/${club.slug}`;
}
