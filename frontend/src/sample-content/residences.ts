import type { ListedEstablishment } from './listedEstablishment';

interface Residence extends ListedEstablishment {
  /** Persons in the smallest and in the largest apartment. */
  readonly persons: readonly [min: number, max: number];
}

/** §2 /residences: nine residences for 2 to 8 persons. */
export const RESIDENCES = [
  { id: 17, name: 'Résidence Tramariccia', location: 'Avenue Christophe-Colomb, Calvi', price: 108, rating: 4, reviews: 4, picture: 'residence-1', persons: [2, 6] },
  { id: 44, name: 'Résidence Cala Mezzanu', location: 'Palombaggia, Porto-Vecchio', price: 112, rating: 4.4, reviews: 5, picture: 'guest-house-3', persons: [4, 6] },
  { id: 89, name: 'Résidence Porphyre', location: 'Marine de Porto, Porto', price: 94, rating: 3.8, reviews: 5, picture: 'calanque-2', persons: [2, 4] },
  { id: 26, name: 'Résidence Cala di Lume', location: 'Colline de Paratella, Propriano', price: 91, rating: 4, reviews: 5, picture: 'resort-2', persons: [2, 8] },
  { id: 32, name: 'Résidence Les Calanques du Ricanto', location: 'Plage du Ricanto, Ajaccio', price: 102, rating: 4.11, reviews: 9, picture: 'residence-3', persons: [2, 4] },
  { id: 144, name: 'Résidence E Agriate', location: 'Route de Casta, Saint-Florent', price: 96, rating: 4, reviews: 6, picture: 'villa-3', persons: [2, 5] },
  { id: 69, name: 'Résidence Isolella', location: "Presqu'île d'Isolella, Porticcio", price: 98, rating: 4.25, reviews: 4, picture: 'residence-2', persons: [4, 8] },
  { id: 128, name: 'Résidence Les Tamaris de Sagone', location: 'Golfe de Sagone, Sagone', price: 89, rating: 4, reviews: 10, picture: 'beach-3', persons: [2, 6] },
  { id: 82, name: 'Résidence Capu di Fora', location: 'Route de Fautea, Pinarello', price: 106, rating: 4.25, reviews: 4, picture: 'beach-1', persons: [2, 6] },
] as const satisfies readonly Residence[];
