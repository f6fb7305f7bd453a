import type { PictureName } from '@/pictures/Picture';
import type { Activity, Equipment, RoomFeature } from './clubFeatures';
import { CLUB_HOTELS, type ClubHotel, type ClubSlug } from './clubHotels';

/** §3 Resort room option. Its name and description are in the dictionary of its page. */
export interface StayOption {
  readonly id: string;
  readonly pricePerNight: number;
  readonly guests: number;
  /** In square metres. */
  readonly surface: number;
  readonly features: readonly RoomFeature[];
}

/** What every page of a club shows, be it a resort or one of the two other clubs. */
export interface ClubStay {
  readonly pictures: readonly PictureName[];
  readonly equipment: readonly Equipment[];
  readonly activities: readonly Activity[];
  readonly options: readonly [StayOption, ...StayOption[]];
  /** §9: how many hours before arrival a booking can still be cancelled for nothing. */
  readonly cancellationHours: 24 | 48;
}

export function clubHotel(slug: ClubSlug): ClubHotel {
  const club = CLUB_HOTELS.find((one) => one.slug === slug);
  if (!club) throw new Error(`No club of the name ${slug}`);
  return club;
}
