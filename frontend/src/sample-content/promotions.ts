import type { PictureName } from '@/pictures/Picture';
import type { RestaurantId } from './restaurants';

export interface Promotion {
  /** Names its texts in the dictionaries. */
  readonly key: string;
  readonly to: string;
  readonly picture: PictureName;
}

/** §2 Home: the promotion banners; the first is the widest. */
export const PROMOTIONS = [
  { key: 'starredTables', to: '/coups-de-coeur', picture: 'restaurant-2' },
  { key: 'stopovers', to: '/soirees-etapes', picture: 'bedroom-2' },
  { key: 'seminars', to: '/seminaires', picture: 'seminar-1' },
] as const satisfies readonly Promotion[];

/** The five tables that the home page sets, out of the twenty; the first is the largest. */
export const HOME_RESTAURANTS = ['vigieCap', 'aNassa', 'mamieLucie', 'aCaminata', 'pizzaNustrale'] as const satisfies readonly RestaurantId[];
