import { ja } from './ja';
import { ko } from './ko';
import { latin } from './latin';
import type { PlaceNames } from './placeNames';
import { zh } from './zh';

/** The names of all languages apply to every sentence, as the vocabularies do. */
export const OTHER_NAMES: Readonly<Record<'latin' | 'ja' | 'ko' | 'zh', PlaceNames>> = { latin, ja, ko, zh };
