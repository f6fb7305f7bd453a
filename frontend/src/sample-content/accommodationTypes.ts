import type { PictureName } from '@/pictures/manifest';

interface AccommodationType {
  /** The type's name in the backend, in filters and in the dictionaries. */
  readonly type: string;
  /** The advertised number of establishments. */
  readonly count: number;
  /** Path of its listing page. */
  readonly to: string;
  readonly picture: PictureName;
}

/** §2 Home: the eight types. */
export const ACCOMMODATION_TYPES = [
  { type: 'hotel', count: 450, to: '/hotels', picture: 'city-hotel-1' },
  { type: 'luxury_hotel', count: 25, to: '/hotels-luxe', picture: 'resort-1' },
  { type: 'club_hotel', count: 35, to: '/hotels-club', picture: 'family-club-1' },
  { type: 'villa', count: 280, to: '/villas', picture: 'villa-2' },
  { type: 'spa_hotel', count: 85, to: '/spa-hotels', picture: 'spa-1' },
  { type: 'guest_room', count: 180, to: '/chambres-hotes', picture: 'guest-house-1' },
  { type: 'campsite', count: 95, to: '/campings', picture: 'camp-1' },
  { type: 'residence', count: 150, to: '/residences', picture: 'residence-1' },
] as const satisfies readonly AccommodationType[];
