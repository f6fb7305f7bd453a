import type { PictureName } from '@/components/Picture';

export interface Region {
  /** Names its texts in the dictionaries. */
  readonly key: string;
  /** What addresses carry: `/region-hotels?region={name}`. */
  readonly name: string;
  readonly towns: readonly [string, string, string, string];
  readonly picture: PictureName;
}

/** §2 Home: the six regions, with four towns each. */
export const REGIONS = [
  { key: 'corseDuSud', name: 'Corse du Sud', towns: ['Ajaccio', 'Bonifacio', 'Porto-Vecchio', 'Propriano'], picture: 'citadel-1' },
  { key: 'hauteCorse', name: 'Haute-Corse', towns: ['Bastia', 'Saint-Florent', 'Moriani-Plage', 'Ghisonaccia'], picture: 'harbour-1' },
  { key: 'capCorse', name: 'Cap Corse', towns: ['Erbalunga', 'Macinaggio', 'Centuri', 'Nonza'], picture: 'village-1' },
  { key: 'centreCorse', name: 'Centre Corse', towns: ['Corte', 'Venaco', 'Vizzavona', 'Calacuccia'], picture: 'peaks-1' },
  { key: 'golfeDePorto', name: 'Golfe de Porto', towns: ['Porto', 'Piana', 'Ota', 'Galéria'], picture: 'calanque-1' },
  { key: 'balagne', name: 'Balagne', towns: ['Calvi', "L'Île-Rousse", 'Algajola', 'Lumio'], picture: 'citadel-2' },
] as const satisfies readonly Region[];

export type RegionKey = (typeof REGIONS)[number]['key'];
