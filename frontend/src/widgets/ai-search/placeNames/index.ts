import { ja } from './ja';
import { ko } from './ko';
import { latin } from './latin';
import type { PlaceNames } from './placeNames';
import { zh } from './zh';

/** All of them are understood together, like the words. */
export const OTHER_NAMES: Readonly<Record<'latin' | 'ja' | 'ko' | 'zh', PlaceNames>> = { latin, ja, ko, zh };
