import type { PictureName } from '@/pictures/manifest';

/** §2 Home: the tabs of 'plan your trip'. The first one is open initially. */
export const TRIP_THEMES = ['city', 'beach', 'mountain', 'romantic', 'food'] as const;
export type TripTheme = (typeof TRIP_THEMES)[number];

type TripIcon =
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

/** The six trips of the first theme. The search of every trip finds hotels. */
export const CITY_TRIPS = [
  { key: 'imperialCity', location: 'Ajaccio', image: 'city-hotel-2', icon: 'landmark', color: 'sand' },
  { key: 'oldPort', location: 'Bastia', image: 'harbour-1', icon: 'anchor', color: 'sea' },
  { key: 'squareOfCorte', location: 'Corte', image: 'village-2', icon: 'landmark', color: 'white' },
  { key: 'ramparts', location: 'Calvi', image: 'citadel-1', icon: 'castle', color: 'white' },
  { key: 'steepLanes', location: 'Sartène', image: 'guest-house-3', icon: 'footprints', color: 'sand' },
  { key: 'marina', location: 'Saint-Florent', image: 'harbour-3', icon: 'sail', color: 'sea' },
] as const satisfies readonly ThematicTrip[];
