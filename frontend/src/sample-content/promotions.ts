import type { PictureName } from '@/pictures/manifest';
import type { RestaurantId } from './restaurants';

interface Promotion {
  /** Key of its texts in the dictionaries. */
  readonly key: string;
  readonly to: string;
  readonly picture: PictureName;
}

/** §2 Home: the promotion banners. The first one is shown widest. */
export const PROMOTIONS = [
  { key: 'starredTables', to: '/coups-de-coeur', picture: 'restaurant-2' },
  { key: 'stopovers', to: '/soirees-etapes', picture: 'bedroom-2' },
  { key: 'seminars', to: '/seminaires', picture: 'seminar-1' },
] as const satisfies readonly Promotion[];

/** Five of the twenty restaurants, for the home page. The first one is shown largest. */
export const HOME_RESTAURANTS = ['vigieCap', 'aNassa', 'mamieLucie', 'aCaminata', 'pizzaNustrale'] as const satisfies readonly RestaurantId[];
