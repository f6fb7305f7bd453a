import type { ListedEstablishment } from './listedEstablishment';

export interface Villa extends ListedEstablishment {
  /** Maximum number of persons. */
  readonly capacity: number;
  readonly hasPool: boolean;
}

/** §2 /villas: eight villas for 6 to 12 persons. */
export const VILLAS = [
  { id: 57, name: 'Villa Rondinara', location: 'Baie de Rondinara, Bonifacio', price: 380, rating: 4.5, reviews: 6, picture: 'resort-2', capacity: 12, hasPool: true },
  { id: 24, name: 'Villa Aspretto', location: "Colline d'Aspretto, Ajaccio", price: 320, rating: 4.67, reviews: 9, picture: 'villa-1', capacity: 8, hasPool: true },
  { id: 77, name: 'Villa Taravu', location: 'Route de Cupabia, Porto-Pollo', price: 295, rating: 4.5, reviews: 8, picture: 'residence-2', capacity: 10, hasPool: true },
  { id: 134, name: 'Villa A Pastorella', location: 'Hameau de Monticello, Monticello', price: 270, rating: 4.5, reviews: 6, picture: 'guest-house-1', capacity: 9, hasPool: false },
  { id: 36, name: 'Villa Benedettu', location: "Presqu'île de Benedettu, Porto-Vecchio", price: 415, rating: 4.5, reviews: 6, picture: 'villa-2', capacity: 10, hasPool: true },
  { id: 122, name: 'Villa San Ciprianu Vechju', location: 'Route de San Ciprianu, Lecci', price: 260, rating: 4.5, reviews: 10, picture: 'villa-3', capacity: 6, hasPool: true },
  { id: 90, name: 'Villa U Salinu', location: 'Sous Salduccio, Lumio', price: 285, rating: 4.83, reviews: 6, picture: 'guest-house-2', capacity: 8, hasPool: false },
  { id: 19, name: 'Villa Fiuminale', location: "Route d'Oletta, Saint-Florent", price: 340, rating: 4.6, reviews: 5, picture: 'vineyard-3', capacity: 11, hasPool: true },
] as const satisfies readonly Villa[];
