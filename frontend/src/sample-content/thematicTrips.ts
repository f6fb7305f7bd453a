import type { PictureName } from '@/pictures/manifest';

/** §2 Home: the tabs of 'plan your trip'. The first one is open initially. */
export const TRIP_THEMES = ['city', 'beach', 'mountain', 'romantic', 'food'] as const;
export type TripTheme = (typeof TRIP_THEMES)[number];

export type TripIcon =
  | 'anchor' | 'bath' | 'castle' | 'fish' | 'footprints' | 'landmark' | 'mountain' | 'pines' | 'sail' | 'shell'
  | 'sunset' | 'umbrella' | 'waterfall' | 'wheat' | 'wine';

export interface ThematicTrip {
  /** Key of its texts in the dictionaries. */
  readonly key: string;
  /** The town or village. */
  readonly location: string;
  /** The destination of its search, if it is not `location`. */
  readonly destination?: string;
  readonly image: PictureName;
  readonly icon: TripIcon;
  readonly color: 'sand' | 'sea' | 'white';
}

/** Six trips for each theme. The search of every trip finds hotels. */
export const THEMATIC_TRIPS = {
  city: [
    { key: 'imperialCity', location: 'Ajaccio', image: 'city-hotel-2', icon: 'landmark', color: 'sand' },
    { key: 'oldPort', location: 'Bastia', image: 'harbour-1', icon: 'anchor', color: 'sea' },
    { key: 'squareOfCorte', location: 'Corte', image: 'village-2', icon: 'landmark', color: 'white' },
    { key: 'ramparts', location: 'Calvi', image: 'citadel-1', icon: 'castle', color: 'white' },
    { key: 'steepLanes', location: 'Sartène', image: 'guest-house-3', icon: 'footprints', color: 'sand' },
    { key: 'marina', location: 'Saint-Florent', image: 'harbour-3', icon: 'sail', color: 'sea' },
  ],
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
} as const satisfies Record<TripTheme, readonly ThematicTrip[]>;

export type TripKey = (typeof THEMATIC_TRIPS)[TripTheme][number]['key'];
