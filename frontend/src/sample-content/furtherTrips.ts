import type { ThematicTrip, TripTheme } from './thematicTrips';

/** Six trips for each theme that is not open initially. The search of every trip finds hotels. */
export const FURTHER_TRIPS = {
  beach: [
    { key: 'palombaggia', location: 'Porto-Vecchio', destination: 'Palombaggia', image: 'beach-1', icon: 'umbrella', color: 'sand' },
    { key: 'santaGiulia', location: 'Porto-Vecchio', destination: 'Santa Giulia', image: 'resort-3', icon: 'sail', color: 'sea' },
    { key: 'rondinara', location: 'Bonifacio', destination: 'Rondinara', image: 'calanque-1', icon: 'shell', color: 'white' },
    { key: 'agriates', location: 'Saint-Florent', image: 'calanque-3', icon: 'pines', color: 'white' },
    { key: 'campomoro', location: 'Campomoro', image: 'beach-2', icon: 'castle', color: 'sand' },
    { key: 'beachHut', location: 'Cargèse', image: 'beach-3', icon: 'sunset', color: 'sea' },
  ],
  mountain: [
    { key: 'bavella', location: 'Zonza', image: 'peaks-1', icon: 'mountain', color: 'white' },
    { key: 'restonica', location: 'Corte', destination: 'Restonica', image: 'river-1', icon: 'waterfall', color: 'sea' },
    { key: 'vergio', location: 'Évisa', image: 'peaks-2', icon: 'pines', color: 'sand' },
    { key: 'niolu', location: 'Calacuccia', image: 'peaks-3', icon: 'footprints', color: 'white' },
    { key: 'englishFalls', location: 'Vizzavona', image: 'river-3', icon: 'waterfall', color: 'sea' },
    { key: 'coscione', location: 'Quenza', image: 'village-3', icon: 'mountain', color: 'white' },
  ],
  romantic: [
    { key: 'cliffs', location: 'Bonifacio', image: 'citadel-2', icon: 'sunset', color: 'white' },
    { key: 'calanche', location: 'Piana', image: 'calanque-2', icon: 'sunset', color: 'sand' },
    { key: 'singers', location: 'Pigna', image: 'guest-house-3', icon: 'landmark', color: 'sea' },
    { key: 'vineyardNight', location: 'Patrimonio', image: 'vineyard-3', icon: 'wine', color: 'white' },
    { key: 'thalasso', location: 'Porticcio', image: 'spa-2', icon: 'bath', color: 'sand' },
    { key: 'blackBeach', location: 'Nonza', image: 'resort-2', icon: 'shell', color: 'sea' },
  ],
  food: [
    { key: 'lobster', location: 'Centuri', image: 'dish-1', icon: 'fish', color: 'sea' },
    { key: 'chestnut', location: 'Bocognano', image: 'dish-2', icon: 'wheat', color: 'sand' },
    { key: 'muscat', location: 'Patrimonio', image: 'vineyard-1', icon: 'wine', color: 'white' },
    { key: 'oysters', location: 'Aléria', image: 'restaurant-1', icon: 'shell', color: 'white' },
    { key: 'fiadone', location: 'Venaco', image: 'dish-3', icon: 'wheat', color: 'sand' },
    { key: 'pergola', location: 'Propriano', image: 'residence-2', icon: 'sunset', color: 'sea' },
  ],
} as const satisfies Record<Exclude<TripTheme, 'city'>, readonly ThematicTrip[]>;
