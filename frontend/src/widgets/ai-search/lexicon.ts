import { AMENITIES, type Amenity } from '@/domain/hotelFilters';
import { PROPERTY_TYPES, type PropertyType } from '@/domain/propertyTypes';
import { DESTINATIONS, findDestination } from '@/geography/destinations';
import { REGIONS } from '@/geography/regions';
import { fold } from '@/text/fold';
import { allPhrases, anyOf, phrasesOf } from './patterns';
import { OTHER_NAMES } from '@/geography/placeNames';
import { VOCABULARIES } from './vocabulary';

/** The meaning of a phrase that does not depend on its context. */
export type Meaning =
  | { readonly is: 'type'; readonly value: PropertyType }
  | { readonly is: 'amenity'; readonly value: Amenity }
  | { readonly is: 'place'; readonly value: string; readonly isBeach: boolean }
  | { readonly is: 'sort'; readonly value: 'priceAsc' | 'ratingDesc' }
  | { readonly is: 'day'; readonly value: 'thisWeekend' | 'nextWeekend' | 'tonight' | 'tomorrow' }
  | { readonly is: 'couple' }
  | { readonly is: 'beach' };

/** Shorter names of beaches are common words in one of the languages. */
const SHORTEST_BEACH = 5;

const lexicon = new Map<string, Meaning>();

function know(phrases: readonly string[], meaning: Meaning): void {
  for (const phrase of phrases) if (phrase && !lexicon.has(phrase)) lexicon.set(phrase, meaning);
}

for (const { types, amenities } of Object.values(VOCABULARIES)) {
  for (const value of PROPERTY_TYPES) know(phrasesOf(types[value] ?? ''), { is: 'type', value });
  for (const value of AMENITIES) know(phrasesOf(amenities[value] ?? ''), { is: 'amenity', value });
}
for (const { value, names, isBeach } of DESTINATIONS) {
  know(names.flatMap((name) => phrasesOfPlace(name, isBeach)), { is: 'place', value, isBeach });
}
for (const { name: value } of REGIONS) know([fold(value)], { is: 'place', value, isBeach: false });
for (const names of Object.values(OTHER_NAMES)) {
  for (const [value, list] of Object.entries(names)) {
    know(phrasesOf(list), { is: 'place', value, isBeach: findDestination(value)?.isBeach ?? false });
  }
}
for (const value of ['thisWeekend', 'nextWeekend', 'tonight', 'tomorrow'] as const) know(allPhrases(value), { is: 'day', value });
know(allPhrases('cheapest'), { is: 'sort', value: 'priceAsc' });
know(allPhrases('bestRated'), { is: 'sort', value: 'ratingDesc' });
know(allPhrases('couple'), { is: 'couple' });
know(allPhrases('beach'), { is: 'beach' });

/** The folded name of a place, with and without its article. */
function phrasesOfPlace(name: string, isBeach: boolean): string[] {
  const phrase = fold(name);
  if (isBeach && phrase.length < SHORTEST_BEACH) return [];
  return [phrase, phrase.replace(/^l /, '')];
}

export const LEXICON_PATTERN = new RegExp(anyOf([...lexicon.keys()]), 'gu');

export function meaningOf(match: string): Meaning | undefined {
  const phrase = match.replaceAll(/ +/g, ' ');
  return lexicon.get(phrase) ?? byUnspaced.get(phrase.replaceAll(' ', ''));
}

/** The meanings by phrase without spaces, which CJK text may contain or not. */
const byUnspaced = new Map([...lexicon].map(([phrase, meaning]) => [phrase.replaceAll(' ', ''), meaning]));

/** Names up to this length can also be the end of a common word: レッチ (Lecci) ends ストレッチ (stretch). */
const LONGEST_ENDING = 3;
const SCRIPTS_WITHOUT_SPACES = [/^[\p{Script=Katakana}ー]+$/u, /^\p{Script=Hangul}+$/u];

/** Whether a match is only the end of a longer word. */
export function isEndOfWord({ 0: match, index, input }: RegExpExecArray): boolean {
  const before = input[index - 1] ?? '';
  return match.length <= LONGEST_ENDING && before !== '' && SCRIPTS_WITHOUT_SPACES.some((script) => script.test(before + match));
}
