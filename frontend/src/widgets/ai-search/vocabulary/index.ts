import type { Language } from '@/i18n/language';
import { da } from './da';
import { de } from './de';
import { en } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { ko } from './ko';
import { sv } from './sv';
import type { Vocabulary } from './vocabulary';
import { zh } from './zh';

/** All vocabularies apply to every sentence: people mix languages. */
export const VOCABULARIES: Readonly<Record<Language, Vocabulary>> = { fr, en, de, it, es, da, sv, ja, ko, zh };
