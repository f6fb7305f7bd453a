import type { PictureName } from '@/pictures/manifest';
import type { Position } from './towns';

interface Region {
  /** Key of the region's texts in the dictionaries. */
  readonly key: string;
  /** The name in URLs, in every language: `/region-hotels?region={name}`. */
  readonly name: string;
  readonly towns: readonly [string, string, string, string];
  readonly picture: PictureName;
  /** Where the map writes the region's name. */
  readonly position: Position;
}

/** §2 Home: the six regions, with four towns each. */
export const REGIONS = [
  { key: 'corseDuSud', name: 'Corse du Sud', towns: ['Ajaccio', 'Bonifacio', 'Porto-Vecchio', 'Propriano'], picture: 'calanque-3', position: { latitude: 41.66, longitude: 9.04 } },
  { key: 'hauteCorse', name: 'Haute-Corse', towns: ['Bastia', 'Saint-Florent', 'Moriani-Plage', 'Ghisonaccia'], picture: 'vineyard-2', position: { latitude: 42.28, longitude: 9.46 } },
  { key: 'capCorse', name: 'Cap Corse', towns: ['Erbalunga', 'Macinaggio', 'Centuri', 'Nonza'], picture: 'vineyard-1', position: { latitude: 42.88, longitude: 9.41 } },
  { key: 'centreCorse', name: 'Centre Corse', towns: ['Corte', 'Venaco', 'Vizzavona', 'Calacuccia'], picture: 'peaks-1', position: { latitude: 42.2, longitude: 9.13 } },
  { key: 'golfeDePorto', name: 'Golfe de Porto', towns: ['Porto', 'Piana', 'Ota', 'Galéria'], picture: 'river-2', position: { latitude: 42.28, longitude: 8.69 } },
  { key: 'balagne', name: 'Balagne', towns: ['Calvi', "L'Île-Rousse", 'Algajola', 'Lumio'], picture: 'village-3', position: { latitude: 42.56, longitude: 8.87 } },
] as const satisfies readonly Region[];

export type KnownRegion = (typeof REGIONS)[number];
export type RegionKey = KnownRegion['key'];
