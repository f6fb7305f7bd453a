import { fold } from '@/text/fold';
import { VOCABULARIES } from './vocabulary';
import type { Vocabulary } from './vocabulary/vocabulary';

const LATIN_START = /^[a-z0-9]/;
const LATIN_END = /[a-z0-9]$/;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;

type PhraseList = { [Key in keyof Vocabulary]: Vocabulary[Key] extends string ? Key : never }[keyof Vocabulary];

/** The folded phrases of a list. */
export function phrasesOf(list: string): string[] {
  return list ? list.split('|').map((phrase) => fold(phrase).trim()) : [];
}

/** The phrases of a list in all languages, without duplicates. */
export function allPhrases(key: PhraseList): string[] {
  return [...new Set(Object.values(VOCABULARIES).flatMap((vocabulary) => phrasesOf(vocabulary[key])))];
}

/**
 * A pattern for any of the phrases, longest first. Latin phrases match whole words; other scripts have optional spaces.
 */
export function anyOf(phrases: readonly string[]): string {
  const byLength = phrases.toSorted((a, b) => b.length - a.length);
  return `(?:${byLength.map(phrasePattern).join('|')})`;
}

function phrasePattern(phrase: string): string {
  const isLatin = LATIN_START.test(phrase) && LATIN_END.test(phrase);
  const body = phrase.replaceAll(SPECIAL, String.raw`\$&`).replaceAll(' ', isLatin ? ' +' : ' *');
  const start = LATIN_START.test(phrase) ? '(?<![a-z0-9])' : '';
  const end = LATIN_END.test(phrase) ? '(?![a-z0-9])' : '';
  return start + body + end;
}
