import type { PictureName } from '@/pictures/manifest';

/** Seminar equipment; keys of the texts in the dictionaries. */
type Facility =
  | 'plenary' | 'breakout' | 'screen' | 'sound' | 'video' | 'fibre' | 'interpreting' | 'stage' | 'terrace' | 'pool' | 'spa'
  | 'restaurant' | 'parking' | 'shuttle' | 'garden' | 'trails';

interface SeminarHotel {
  /** Key of its texts in the dictionaries. */
  readonly id: string;
  readonly name: string;
  readonly location: string;
  /** Minimum and maximum number of participants. */
  readonly capacity: readonly [fewest: number, most: number];
  readonly facilities: readonly Facility[];
  /** Euros per person and day. */
  readonly price: number;
  readonly image: PictureName;
}

/** §9: from 85 to 130 euros, for 20 to 200 participants. */
export const SEMINAR_HOTELS = [
  {
    id: 'napoleon', name: 'Grand Hôtel Napoléon', location: 'Ajaccio', capacity: [40, 200], price: 130, image: 'city-hotel-1',
    facilities: ['plenary', 'stage', 'screen', 'sound', 'interpreting', 'fibre', 'restaurant', 'parking'],
  },
  {
    id: 'petranera', name: 'Hôtel & Spa Petranera', location: 'Bastia', capacity: [30, 120], price: 105, image: 'resort-3',
    facilities: ['plenary', 'breakout', 'screen', 'video', 'fibre', 'spa', 'shuttle'],
  },
  {
    id: 'calaVerde', name: 'Les Bains de Cala Verde', location: 'Porto-Vecchio', capacity: [20, 80], price: 118, image: 'spa-2',
    facilities: ['breakout', 'terrace', 'screen', 'fibre', 'pool', 'spa', 'restaurant'],
  },
  {
    id: 'signora', name: 'Hôtel & Spa La Signora', location: 'Calvi', capacity: [25, 100], price: 95, image: 'spa-3',
    facilities: ['plenary', 'breakout', 'video', 'sound', 'pool', 'garden', 'parking'],
  },
  {
    id: 'restonica', name: 'Hôtel & Spa de la Restonica', location: 'Corte', capacity: [20, 60], price: 85, image: 'peaks-3',
    facilities: ['breakout', 'screen', 'video', 'trails', 'spa', 'restaurant', 'parking'],
  },
] as const satisfies readonly SeminarHotel[];
