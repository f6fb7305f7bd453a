import type { ListedEstablishment } from './listedEstablishment';

/** §2 /hotels: twelve hotels from 42 to 195 euros. */
export const HOTELS = [
  { id: 64, name: 'Hôtel Fesch et Marine', location: 'Rue Cardinal Fesch, Ajaccio', price: 88, rating: 4.5, reviews: 6, picture: 'city-hotel-3' },
  { id: 12, name: 'Hôtel Genovese Marina', location: 'Quai Banda del Ferro, Bonifacio', price: 195, rating: 4.45, reviews: 11, picture: 'harbour-2' },
  { id: 29, name: 'Hôtel U Vechju Portu', location: 'Vieux-Port, Bastia', price: 98, rating: 3.9, reviews: 10, picture: 'harbour-1' },
  { id: 137, name: "Hôtel Les Roches d'Or", location: 'Village, Piana', price: 112, rating: 4.11, reviews: 9, picture: 'calanque-3' },
  { id: 3, name: 'Hôtel Bella Vista', location: "Route de l'Usine, Calvi", price: 79, rating: 4.25, reviews: 12, picture: 'beach-3' },
  { id: 107, name: 'Auberge du Fangu', location: 'Route de la plage, Galéria', price: 83, rating: 4.55, reviews: 11, picture: 'river-1' },
  { id: 16, name: 'Hôtel U Portu', location: 'Marine, Porto-Vecchio', price: 109, rating: 4.29, reviews: 7, picture: 'harbour-3' },
  { id: 51, name: 'Hôtel des Deux Églises', location: 'Village, Cargèse', price: 97, rating: 4.36, reviews: 11, picture: 'village-2' },
  { id: 153, name: 'Hôtel Le Vieux Moulin à Vent', location: 'Port, Centuri', price: 91, rating: 4.25, reviews: 12, picture: 'restaurant-3' },
  { id: 9, name: 'Auberge des Montagnes', location: 'Route de Bavella, Zonza', price: 61, rating: 3.9, reviews: 10, picture: 'peaks-1' },
  { id: 97, name: 'Hôtel Place Paoli', location: "Place Paoli, L'Île-Rousse", price: 111, rating: 4.5, reviews: 6, picture: 'city-hotel-1' },
  { id: 11, name: 'Hôtel A Strada', location: 'Quartier du Fangu, Bastia', price: 42, rating: 3.75, reviews: 8, picture: 'city-hotel-2' },
] as const satisfies readonly ListedEstablishment[];
