import type { ListedEstablishment } from './listedEstablishment';

/** §2 /hotels-luxe: eight five-star hotels from 275 to 425 euros. */
export const LUXURY_HOTELS = [
  { id: 30, name: 'Grand Hôtel Cala Rossa', location: 'Cala Rossa, Lecci', price: 425, rating: 4.55, reviews: 11, picture: 'resort-2' },
  { id: 53, name: 'Casa di Santa Giulia', location: 'Baie de Santa Giulia, Porto-Vecchio', price: 410, rating: 4.82, reviews: 11, picture: 'resort-3' },
  { id: 27, name: "Palazzu Sant'Antone", location: 'Citadelle, Calvi', price: 375, rating: 4.8, reviews: 10, picture: 'citadel-3' },
  { id: 143, name: 'Domaine de Sperone', location: 'Golfe de Sperone, Bonifacio', price: 395, rating: 4.6, reviews: 10, picture: 'resort-1' },
  { id: 85, name: 'Hôtel Capu Rossu', location: 'Route des Calanche, Piana', price: 348, rating: 4.56, reviews: 9, picture: 'calanque-2' },
  { id: 66, name: 'Cala di Greco', location: 'Hauteurs de Bonifacio, Bonifacio', price: 345, rating: 4.78, reviews: 9, picture: 'citadel-2' },
  { id: 20, name: 'Grand Hôtel Napoléon', location: 'Cours Grandval, Ajaccio', price: 310, rating: 4.67, reviews: 9, picture: 'city-hotel-1' },
  { id: 118, name: 'Hôtel Castel Brando Nobile', location: 'Village, Erbalunga', price: 275, rating: 4.56, reviews: 9, picture: 'harbour-1' },
] as const satisfies readonly ListedEstablishment[];
