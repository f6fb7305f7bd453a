import type { ListedEstablishment } from './listedEstablishment';

/** §2 /spa-hotels: twelve hotels with a spa. */
export const SPA_HOTELS = [
  { id: 28, name: 'Thalassa Capo di Feno', location: 'Capo di Feno, Ajaccio', price: 215, rating: 4.71, reviews: 7, picture: 'villa-2' },
  { id: 50, name: 'Hôtel & Spa Baracci', location: 'Plage de Baracci, Propriano', price: 226, rating: 4.4, reviews: 5, picture: 'spa-1' },
  { id: 155, name: 'Hôtel & Spa A Petra Rossa', location: "Plage de Bodri, L'Île-Rousse", price: 205, rating: 4.5, reviews: 8, picture: 'resort-2' },
  { id: 87, name: 'Thalasso Punta Rossa', location: 'Pointe de Porticcio, Porticcio', price: 239, rating: 4.5, reviews: 4, picture: 'resort-1' },
  { id: 62, name: 'Hôtel & Spa San Ciprianu', location: 'Baie de San Ciprianu, Porto-Vecchio', price: 262, rating: 4.5, reviews: 6, picture: 'villa-1' },
  { id: 126, name: 'Hôtel & Spa de la Restonica', location: 'Gorges de la Restonica, Corte', price: 145, rating: 4.57, reviews: 7, picture: 'peaks-3' },
  { id: 22, name: 'Hôtel & Spa La Signora', location: 'Route de Pietramaggiore, Calvi', price: 235, rating: 4.43, reviews: 7, picture: 'spa-3' },
  { id: 40, name: 'Les Bains de Cala Verde', location: 'Route de Cala Verde, Porto-Vecchio', price: 248, rating: 4.33, reviews: 6, picture: 'spa-2' },
  { id: 79, name: 'Hôtel & Spa Costa Verde', location: 'Front de mer, Moriani-Plage', price: 189, rating: 4.67, reviews: 9, picture: 'beach-1' },
  { id: 119, name: 'Hôtel & Spa A Punta Spanu', location: 'Pointe de Spano, Lumio', price: 198, rating: 4.38, reviews: 8, picture: 'beach-2' },
  { id: 15, name: 'Hôtel & Spa Petranera', location: 'Pietranera, Bastia', price: 178, rating: 4.62, reviews: 8, picture: 'resort-3' },
  { id: 132, name: 'Hôtel & Spa Sole e Monti di Quenza', location: 'Village, Quenza', price: 134, rating: 4.5, reviews: 4, picture: 'peaks-1' },
] as const satisfies readonly ListedEstablishment[];
