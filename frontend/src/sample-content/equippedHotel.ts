import type { PictureName } from '@/pictures/manifest';
import type { Equipment } from './clubFeatures';

/** Data that club hotels and family hotels have in common. */
export interface EquippedHotel {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly location: string;
  /** Euros. */
  readonly pricePerNight: number;
  /** 0 to 5. */
  readonly rating: number;
  readonly reviewsCount: number;
  readonly amenities: readonly Equipment[];
  readonly picture: PictureName;
}
