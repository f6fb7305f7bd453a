import type { PictureName } from '@/pictures/manifest';
import type { Board } from '@/domain/stayTerms';
import type { Activity, Equipment, RoomFeature } from './clubFeatures';
import { CLUB_HOTELS, type ClubHotel, type ClubSlug } from './clubHotels';

/** §3 Resort room option. Its name and description are in the page's dictionary. */
export interface StayOption {
  readonly id: string;
  readonly pricePerNight: number;
  readonly guests: number;
  /** Square metres. */
  readonly surface: number;
  readonly features: readonly RoomFeature[];
  /** The meals that the price includes. */
  readonly board: Board;
}

/** Data that the pages of resorts and of clubs with formulas have in common. */
export interface ClubStay {
  readonly pictures: readonly PictureName[];
  readonly equipment: readonly Equipment[];
  readonly activities: readonly Activity[];
  readonly options: readonly [StayOption, ...StayOption[]];
  /** §9: hours before arrival until which a cancellation is free. */
  readonly cancellationHours: 24 | 48;
}

export function clubHotel(slug: ClubSlug): ClubHotel {
  const club = CLUB_HOTELS.find((one) => one.slug === slug);
  if (!club) throw new Error(`No club of the name ${slug}`);
  return club;
}
