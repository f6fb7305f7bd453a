import type { KnownAmenity } from '@/domain/amenities';
import type { Position } from '@/geography/towns';
import type { PictureName } from '@/pictures/manifest';

/** The data of a hotel whose page needs no backend. Its texts are in the dictionaries. */
export interface DetailedHotel {
  readonly name: string;
  readonly stars: number;
  readonly city: string;
  readonly location: string;
  readonly position: Position;
  /** 0 to 5. */
  readonly rating: number;
  readonly reviews: number;
  /** Euros per night. */
  readonly price: number;
  /** The first one is shown in lists. */
  readonly pictures: readonly [PictureName, ...PictureName[]];
  readonly amenities: readonly KnownAmenity[];
  /** Countries of the two quoted guests; keys of the dictionaries. */
  readonly guests: readonly [GuestCountry, GuestCountry];
  readonly guestNames: readonly [string, string];
}

type GuestCountry = 'france' | 'italy' | 'belgium' | 'germany' | 'switzerland' | 'netherlands';
