import type { PictureName } from '@/pictures/manifest';

interface FavouriteHotel {
  readonly id: number;
  /** Key of its texts in the dictionaries: a description, a badge and three highlights. */
  readonly key: string;
  readonly name: string;
  readonly location: string;
  readonly price: number;
  readonly rating: number;
  readonly reviews: number;
  readonly image: PictureName;
}

/** §2 Home: the hotels that customers like best. */
export const FAVOURITE_HOTELS = [
  { id: 27, key: 'palazzu', name: "Palazzu Sant'Antone", location: 'Calvi', price: 375, rating: 4.8, reviews: 10, image: 'citadel-3' },
  { id: 116, key: 'piscadore', name: 'A Casa di u Piscadore', location: 'Campomoro', price: 94, rating: 4.75, reviews: 8, image: 'beach-3' },
  { id: 85, key: 'capuRossu', name: 'Hôtel Capu Rossu', location: 'Piana', price: 348, rating: 4.56, reviews: 9, image: 'calanque-2' },
  { id: 104, key: 'calvese', name: 'Domaine Calvese', location: 'Patrimonio', price: 97, rating: 4.43, reviews: 7, image: 'vineyard-3' },
  { id: 126, key: 'restonica', name: 'Hôtel & Spa de la Restonica', location: 'Corte', price: 145, rating: 4.57, reviews: 7, image: 'peaks-3' },
  { id: 12, key: 'genovese', name: 'Hôtel Genovese Marina', location: 'Bonifacio', price: 195, rating: 4.45, reviews: 11, image: 'harbour-2' },
] as const satisfies readonly FavouriteHotel[];
