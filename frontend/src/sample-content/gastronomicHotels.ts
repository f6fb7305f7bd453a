import type { PictureName } from '@/pictures/manifest';

export interface GastronomicHotel {
  /** Key of its texts in the dictionaries. */
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly stars: 3 | 4 | 5;
  readonly price: number;
  readonly originalPrice: number;
  readonly image: PictureName;
  readonly restaurantName: string;
  readonly michelinStars: 1 | 2;
  readonly chefName: string;
  readonly rating: number;
  readonly reviewCount: number;
}

/** §9: reduced from 280–850 to 220–680 euros, in the recommended order. */
export const GASTRONOMIC_HOTELS = [
  {
    id: 'casaAltamura', name: 'Casa Altamura', location: 'Baie de Santa Giulia, Porto-Vecchio', stars: 5, price: 680, originalPrice: 850,
    image: 'villa-2', restaurantName: 'Mare Biancu', michelinStars: 2, chefName: 'Ghjuvan Casalta', rating: 4.9, reviewCount: 187,
  },
  {
    id: 'bastideLumiu', name: 'La Bastide de Lumiu', location: 'Les Hauts de Lumio, Calvi', stars: 5, price: 445, originalPrice: 590,
    image: 'residence-1', restaurantName: "L'Agrume", michelinStars: 1, chefName: 'Lisandru Orsatelli', rating: 4.7, reviewCount: 214,
  },
  {
    id: 'domaineCeppu', name: 'Domaine di u Ceppu', location: 'Route des vignes, Patrimonio', stars: 4, price: 285, originalPrice: 365,
    image: 'vineyard-1', restaurantName: 'Vigna Nera', michelinStars: 1, chefName: 'Petru-Santu Lucchini', rating: 4.6, reviewCount: 163,
  },
  {
    id: 'villaSanguinara', name: 'Villa Sanguinara', location: 'Route des Sanguinaires, Ajaccio', stars: 5, price: 520, originalPrice: 610,
    image: 'resort-2', restaurantName: 'Sette Navi', michelinStars: 2, chefName: 'Anna-Dea Pieralli', rating: 4.8, reviewCount: 241,
  },
  {
    id: 'maisonMarines', name: 'La Maison des Marines', location: "Port d'Erbalunga, Brando", stars: 4, price: 340, originalPrice: 390,
    image: 'harbour-2', restaurantName: 'Scuglera', michelinStars: 1, chefName: 'Ophélie Santamari', rating: 4.5, reviewCount: 132,
  },
  {
    id: 'aubergeSerra', name: "L'Auberge de l'Alta Serra", location: "Place de l'Église, Levie", stars: 3, price: 220, originalPrice: 280,
    image: 'guest-house-1', restaurantName: 'U Fucone', michelinStars: 1, chefName: 'Clara Vincensini', rating: 4.4, reviewCount: 98,
  },
] as const satisfies readonly GastronomicHotel[];
