import type { PictureName } from '@/pictures/manifest';
import type { REGIONS } from '@/geography/regions';

type RegionTown = (typeof REGIONS)[number]['towns'][number];

/** A picture for each town of the regions, all different within a region. */
export const TOWN_PICTURES = {
  Ajaccio: 'city-hotel-3',
  Bonifacio: 'citadel-2',
  'Porto-Vecchio': 'beach-1',
  Propriano: 'harbour-2',
  Bastia: 'harbour-1',
  'Saint-Florent': 'citadel-3',
  'Moriani-Plage': 'beach-3',
  Ghisonaccia: 'vineyard-1',
  Erbalunga: 'harbour-2',
  Macinaggio: 'harbour-3',
  Centuri: 'village-2',
  Nonza: 'village-1',
  Corte: 'village-3',
  Venaco: 'river-2',
  Vizzavona: 'peaks-2',
  Calacuccia: 'peaks-3',
  Porto: 'calanque-2',
  Piana: 'calanque-1',
  Ota: 'guest-house-3',
  Galéria: 'river-1',
  Calvi: 'citadel-1',
  "L'Île-Rousse": 'calanque-3',
  Algajola: 'beach-2',
  Lumio: 'village-1',
} as const satisfies Record<RegionTown, PictureName>;
