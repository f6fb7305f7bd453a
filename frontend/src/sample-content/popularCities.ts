import type { PictureName } from '@/pictures/manifest';

interface PopularCity {
  readonly name: string;
  /** The advertised number of establishments. */
  readonly stays: number;
  readonly picture: PictureName;
}

/** §2 Home: the eight cities. Their numbers add up to the 2,140 establishments of §1. */
export const POPULAR_CITIES = [
  { name: 'Ajaccio', stays: 420, picture: 'city-hotel-3' },
  { name: 'Porto-Vecchio', stays: 390, picture: 'beach-2' },
  { name: 'Calvi', stays: 310, picture: 'beach-1' },
  { name: 'Bonifacio', stays: 280, picture: 'citadel-2' },
  { name: 'Bastia', stays: 260, picture: 'ferry-2' },
  { name: 'Propriano', stays: 190, picture: 'family-club-3' },
  { name: "L'Île-Rousse", stays: 170, picture: 'calanque-1' },
  { name: 'Corte', stays: 120, picture: 'village-1' },
] as const satisfies readonly PopularCity[];
