import type { PictureName } from '@/pictures/manifest';
import type { RestaurantCategory } from './restaurantCategories';

/** Price ranges in euros per meal. The last one has no upper bound. */
export const PRICE_RANGES = {
  '€': '15-25',
  '€€': '25-40',
  '€€€': '40-70',
  '€€€€': '70-120',
  '€€€€€': '120+',
} as const;

export interface Restaurant {
  /** Key of its texts in the dictionaries. */
  readonly id: string;
  readonly name: string;
  readonly category: RestaurantCategory;
  /** The town. */
  readonly location: string;
  readonly rating: number;
  readonly reviews: number;
  readonly priceRange: keyof typeof PRICE_RANGES;
  readonly image: PictureName;
}

/** §9: twenty restaurants, two of each category, rated 4.5 on average by more than 5,200 guests. */
export const RESTAURANTS = [
  { id: 'terraSale', name: 'Terra è Sale', category: 'gastronomie', location: 'Porto-Vecchio', rating: 4.7, reviews: 318, priceRange: '€€€€', image: 'restaurant-2' },
  { id: 'aNassa', name: 'A Nassa', category: 'fruits-mer', location: 'Centuri', rating: 4.5, reviews: 342, priceRange: '€€€', image: 'dish-1' },
  { id: 'uFornu', name: 'Pizzeria U Fornu', category: 'pizzeria', location: 'Bastia', rating: 4.3, reviews: 412, priceRange: '€', image: 'harbour-1' },
  { id: 'ombrine', name: "L'Ombrine", category: 'michelin', location: 'Calvi', rating: 4.9, reviews: 174, priceRange: '€€€€€', image: 'citadel-1' },
  { id: 'uRifugiu', name: 'U Rifugiu', category: 'montagne', location: 'Zonza', rating: 4.6, reviews: 233, priceRange: '€€', image: 'peaks-1' },
  { id: 'jardinMyrtes', name: 'Le Jardin des Myrtes', category: 'romantique', location: 'Saint-Florent', rating: 4.7, reviews: 221, priceRange: '€€€', image: 'guest-house-2' },
  { id: 'grandCours', name: 'Le Grand Cours', category: 'brasserie', location: 'Ajaccio', rating: 4.2, reviews: 431, priceRange: '€€', image: 'city-hotel-1' },
  { id: 'ecueilRouge', name: "L'Écueil Rouge", category: 'vue-mer', location: 'Piana', rating: 4.6, reviews: 254, priceRange: '€€€', image: 'calanque-2' },
  { id: 'guinguettePinede', name: 'La Guinguette de la Pinède', category: 'famille', location: 'Calvi', rating: 4.3, reviews: 289, priceRange: '€€', image: 'beach-3' },
  { id: 'aPergula', name: 'A Pergula', category: 'terrasse', location: 'Sartène', rating: 4.5, reviews: 214, priceRange: '€€', image: 'guest-house-3' },
  { id: 'tableAurele', name: "La Table d'Aurèle", category: 'gastronomie', location: 'Ajaccio', rating: 4.6, reviews: 286, priceRange: '€€€', image: 'residence-2' },
  { id: 'chezDume', name: 'Chez Dumè', category: 'fruits-mer', location: 'Bonifacio', rating: 4.4, reviews: 297, priceRange: '€€€', image: 'harbour-3' },
  { id: 'pizzaNustrale', name: 'Pizza Nustrale', category: 'pizzeria', location: "L'Île-Rousse", rating: 4.2, reviews: 365, priceRange: '€', image: 'restaurant-3' },
  { id: 'granitu', name: 'Granitu', category: 'michelin', location: 'Bonifacio', rating: 4.8, reviews: 156, priceRange: '€€€€€', image: 'citadel-2' },
  { id: 'aCaminata', name: 'A Caminata', category: 'montagne', location: 'Calacuccia', rating: 4.5, reviews: 187, priceRange: '€€', image: 'dish-2' },
  { id: 'lunaPiena', name: 'A Luna Piena', category: 'romantique', location: "Sant'Antonino", rating: 4.6, reviews: 176, priceRange: '€€€', image: 'village-1' },
  { id: 'cafePlatanes', name: 'Café des Platanes', category: 'brasserie', location: 'Corte', rating: 4.3, reviews: 268, priceRange: '€€', image: 'village-2' },
  { id: 'vigieCap', name: 'La Vigie du Cap', category: 'vue-mer', location: 'Nonza', rating: 4.4, reviews: 198, priceRange: '€€', image: 'restaurant-1' },
  { id: 'mamieLucie', name: 'Chez Mamie Lucie', category: 'famille', location: 'Porticcio', rating: 4.5, reviews: 247, priceRange: '€€', image: 'dish-3' },
  { id: 'lePonton', name: 'Le Ponton', category: 'terrasse', location: 'Porto-Pollo', rating: 4.4, reviews: 172, priceRange: '€€', image: 'resort-3' },
] as const satisfies readonly Restaurant[];

export type RestaurantId = (typeof RESTAURANTS)[number]['id'];
