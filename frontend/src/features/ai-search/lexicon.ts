import { DESTINATIONS } from '@/data/destinations';
import { AMENITIES, type Amenity } from '@/features/search/filters';
import { PROPERTY_TYPES, type PropertyType } from '@/features/search/propertyTypes';
import { fold } from './fold';
import { allPhrases, anyOf, phrasesOf } from './patterns';
import { OTHER_NAMES } from './placeNames';
import { VOCABULARIES } from './vocabulary';

/** What a phrase means by itself, wherever it stands. */
export type Meaning =
  | { readonly is: 'type'; readonly value: PropertyType }
  | { readonly is: 'amenity'; readonly value: Amenity }
  | { readonly is: 'place'; readonly value: string }
  | { readonly is: 'sort'; readonly value: 'priceAsc' | 'ratingDesc' }
  | { readonly is: 'day'; readonly value: 'thisWeekend' | 'nextWeekend' | 'tonight' | 'tomorrow' }
  | { readonly is: 'couple' }
  | { readonly is: 'beach' };

const BEACH_PREFIX = /^plage (?:de la|de l|du|de|d) ?/;
/** Shorter names of beaches are words of everyday somewhere. */
const SHORTEST_BEACH = 5;

const lexicon = new Map<string, Meaning>();

function know(phrases: readonly string[], meaning: Meaning): void {
  for (const phrase of phrases) if (phrase && !lexicon.has(phrase)) lexicon.set(phrase, meaning);
}

for (const { types, amenities } of Object.values(VOCABULARIES)) {
  for (const value of PROPERTY_TYPES) know(phrasesOf(types[value] ?? ''), { is: 'type', value });
  for (const value of AMENITIES) know(phrasesOf(amenities[value] ?? ''), { is: 'amenity', value });
}
for (const { value } of DESTINATIONS) know(namesOf(value), { is: 'place', value });
for (const [value, names] of Object.entries(OTHER_NAMES)) know(phrasesOf(names), { is: 'place', value });
for (const value of ['thisWeekend', 'nextWeekend', 'tonight', 'tomorrow'] as const) know(allPhrases(value), { is: 'day', value });
know(allPhrases('cheapest'), { is: 'sort', value: 'priceAsc' });
know(allPhrases('bestRated'), { is: 'sort', value: 'ratingDesc' });
know(allPhrases('couple'), { is: 'couple' });
know(allPhrases('beach'), { is: 'beach' });

/** A place is also known without its article, a beach without 'Plage de'. */
function namesOf(place: string): string[] {
  const name = fold(place);
  if (!BEACH_PREFIX.test(name)) return [name, name.replace(/^l /, '')];
  const bare = name.replace(BEACH_PREFIX, '');
  return bare.length < SHORTEST_BEACH ? [name] : [name, bare];
}

export const LEXICON_PATTERN = new RegExp(anyOf([...lexicon.keys()]), 'gu');

export function meaningOf(match: string): Meaning | undefined {
  const phrase = match.replaceAll(/ +/g, ' ');
  return lexicon.get(phrase) ?? byUnspaced.get(phrase.replaceAll(' ', ''));
}

/** Scripts without spaces are written with or without them. */
const byUnspaced = new Map([...lexicon].map(([phrase, meaning]) => [phrase.replaceAll(' ', ''), meaning]));
