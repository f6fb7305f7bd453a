import type { ListedEstablishment } from './listedEstablishment';

export const CAMPSITE_SETTINGS = ['sea', 'river', 'mountain'] as const;

export interface Campsite extends ListedEstablishment {
  readonly setting: (typeof CAMPSITE_SETTINGS)[number];
}

/** §2 /campings: the nine campsites. */
export const CAMPSITES = [
  { id: 13, name: 'Camping La Pinède de Calvi', location: 'Pinède, Calvi', price: 64, rating: 4, reviews: 4, picture: 'camp-1', setting: 'sea' },
  { id: 154, name: "Camping L'Esplanade du Valinco", location: 'Olmeto-Plage, Olmeto', price: 61, rating: 4.25, reviews: 4, picture: 'beach-3', setting: 'sea' },
  { id: 31, name: 'Camping U Stabiacciu', location: 'Rive du Stabiacciu, Porto-Vecchio', price: 62, rating: 4.2, reviews: 5, picture: 'camp-3', setting: 'river' },
  { id: 109, name: 'Camping A Petra', location: 'Marine, Pietracorbara', price: 46, rating: 4.25, reviews: 8, picture: 'beach-1', setting: 'sea' },
  { id: 54, name: 'Camping U Rosumarinu', location: 'Vallée de la Solenzara, Solenzara', price: 48, rating: 4, reviews: 4, picture: 'river-1', setting: 'river' },
  { id: 124, name: 'Camping de la Rivière Asinau', location: 'Route de Quenza, Zonza', price: 47, rating: 4.25, reviews: 8, picture: 'river-3', setting: 'mountain' },
  { id: 100, name: 'Camping Les Couchants de Tiuccia', location: 'Plage de la Liscia, Tiuccia', price: 49, rating: 4, reviews: 5, picture: 'beach-2', setting: 'sea' },
  { id: 43, name: 'Camping Sole e Fiume', location: 'Vallée de Porto, Porto', price: 52, rating: 4.17, reviews: 6, picture: 'calanque-1', setting: 'river' },
  { id: 83, name: 'Camping U Tavignanu', location: 'Vallée du Tavignano, Corte', price: 45, rating: 4.25, reviews: 8, picture: 'camp-2', setting: 'mountain' },
] as const satisfies readonly Campsite[];
