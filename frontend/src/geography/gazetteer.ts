import { editDistance } from '@/text/editDistance';
import { foldForSearch } from '@/text/fold';
import { DESTINATIONS, findDestination } from './destinations';
import { OTHER_NAMES } from './placeNames';
import { placeNamed, termOf, townOf, type Place } from './places';
import { REGIONS } from './regions';
import type { Town } from './towns';

/**
 * All names of the island's places, for search texts that are no exact name of a destination: Corsican and foreign names,
 * abbreviations, misspellings. It is loaded only for such a text.
 */

const ISLAND_NAMES = [
  'Corse', 'Corsica', 'Korsika', 'Córcega', 'Corsega', 'Île de Corse', 'Île de Beauté', 'Isula di Corsica', 'コルシカ', 'コルシカ島', 'コルス',
  '코르시카', '코르시카섬', '科西嘉', '科西嘉岛',
];
const ABBREVIATIONS: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte' };
/** Words around a name, in the languages with spaces. */
const FILLERS = new Set(
  (
    'a au aux chez d dans de del della des di du en et in im auf i på pa near nel nella the l la le les un une ' +
    'tout toute toutes all whole ganz tutta toda hele hela france francia frankreich frankrig frankrike ' +
    'hotel hotels hebergement hebergements logement logements sejour sejours vacances weekend ville centre village'
  ).split(' '),
);
const POSTCODE = /^\d{5}$/;
const SHORTEST_PREFIX = 3;
const MOST_SUGGESTIONS = 5;
const MOST_SIMILAR = 3;
/** Shorter texts are misspellings only of names with the same first letter: Nizza is Nice, not Tizzà. */
const LONG_ENOUGH_FOR_ANOTHER_INITIAL = 7;

/** A place with its search term. */
export interface Suggestion {
  readonly term: string;
  readonly place: Place;
}

interface Name {
  /** Folded, without spaces. */
  readonly key: string;
  /** Folded, in words. */
  readonly words: string;
  readonly place: Place;
}

const NAMES: readonly Name[] = [
  ...ISLAND_NAMES.map((name) => nameOf(name, { kind: 'island' })),
  ...REGIONS.map((region) => nameOf(region.name, { kind: 'region', region })),
  ...DESTINATIONS.flatMap((destination) => destination.names.map((name) => nameOf(name, { kind: 'destination', destination }))),
  ...Object.values(OTHER_NAMES).flatMap((table) => Object.entries(table).flatMap(([term, names]) => otherNames(term, names))),
];
const byKey = new Map<string, Place>();
for (const { key, place } of NAMES) if (!byKey.has(key)) byKey.set(key, place);

function otherNames(term: string, names: string): Name[] {
  const place = placeNamed(term);
  return place ? names.split('|').map((name) => nameOf(name, place)) : [];
}

function nameOf(name: string, place: Place): Name {
  const words = wordsOf(name).join(' ').replace(/^l /, '');
  return { key: words.replaceAll(' ', ''), words, place };
}

/** The folded words of a text, with abbreviations in full. */
function wordsOf(text: string): string[] {
  return foldForSearch(text).split(' ').map((word) => ABBREVIATIONS[word] ?? word);
}

/**
 * The place that a text names, in any of the ten languages or in Corsican; also with an article, a postcode, an
 * abbreviation, or the island's name after it.
 */
export function readPlace(text: string): Place | null {
  const words = wordsOf(text);
  const exact = byKey.get(keyOf(words)) ?? byKey.get(keyOf(words).replace(/^l/, ''));
  if (exact) return exact;
  const core = words.filter((word) => !POSTCODE.test(word) && !FILLERS.has(word));
  return placeOfWords(core) ?? placeOfWords(core.filter((word) => byKey.get(word)?.kind !== 'island')) ?? placeBeforeItsRegion(core);
}

function placeOfWords(words: readonly string[]): Place | null {
  return words.length > 0 ? (byKey.get(keyOf(words)) ?? null) : null;
}

/** "Bastia, Haute-Corse": a town with its region after it. */
function placeBeforeItsRegion(words: readonly string[]): Place | null {
  for (let end = words.length - 1; end > 0; end -= 1) {
    const place = placeOfWords(words.slice(0, end));
    if (place && placeOfWords(words.slice(end))?.kind === 'region') return place;
  }
  return null;
}

/** The known town nearest to the place that is named in a text, or null. If several are named, the longest name counts. */
export function townNear(text: string): Town | null {
  const exact = readPlace(text);
  if (exact) return townOf(exact);
  const within = ` ${wordsOf(text).join(' ')} `;
  const named = NAMES.filter(({ words, place }) => place.kind !== 'island' && within.includes(` ${words} `));
  const [longest] = named.toSorted((a, b) => b.words.length - a.words.length);
  return longest ? townOf(longest.place) : null;
}

/** Places of which a name starts with the text or is similar to it, for the suggestions of the search form. */
export function suggestPlaces(text: string): readonly Suggestion[] {
  const key = keyOf(wordsOf(text));
  if (key.length < SHORTEST_PREFIX) return [];
  const started = NAMES.filter((name) => name.key.startsWith(key)).map(({ place }) => place);
  const exact = readPlace(text);
  const similar = findDestination(text) ? [] : similarTerms(text, []).map((term) => placeNamed(term) ?? readPlace(term));
  const places = [exact, ...started, ...similar].filter((place) => place !== null);
  return Array.from(new Map(places.map((place) => [termOf(place), place])), ([term, place]) => ({ term, place })).slice(0, MOST_SUGGESTIONS);
}

/** The only term that a text can be a misspelling of, or null. */
export function correctedTerm(text: string, furtherTerms: readonly string[]): string | null {
  const key = keyOf(wordsOf(text));
  const [best, next] = closest(text, furtherTerms, likelyErrors);
  if (!best || best.distance === next?.distance) return null;
  return best.key[0] === key[0] || key.length >= LONG_ENOUGH_FOR_ANOTHER_INITIAL ? best.term : null;
}

/** Terms that a person may have meant, the most similar first. Their first letter is that of the text. */
export function similarTerms(text: string, furtherTerms: readonly string[]): readonly string[] {
  return closest(text, furtherTerms, possibleErrors)
    .filter(({ key }) => key[0] === keyOf(wordsOf(text))[0])
    .slice(0, MOST_SIMILAR)
    .map(({ term }) => term);
}

interface Candidate {
  readonly term: string;
  readonly key: string;
  readonly distance: number;
}

/** The terms of places and the further terms within a number of typing errors, without duplicates. */
function closest(text: string, furtherTerms: readonly string[], errorsIn: (length: number) => number): readonly Candidate[] {
  const key = keyOf(wordsOf(text));
  const limit = errorsIn(key.length);
  if (limit === 0) return [];
  const best = new Map<string, Candidate>();
  const consider = (term: string, candidate: string) => {
    const distance = editDistance(key, candidate, limit);
    if (distance < (best.get(term)?.distance ?? Infinity)) best.set(term, { term, key: candidate, distance });
  };
  for (const name of NAMES) consider(termOf(name.place), name.key);
  for (const term of furtherTerms) consider(term, keyOf(wordsOf(term)));
  return [...best.values()].toSorted((a, b) => a.distance - b.distance);
}

/** One error in five letters is a misspelling. */
function likelyErrors(length: number): number {
  return Math.min(3, Math.floor(length / 5));
}

/** Twice as many errors may be one. */
function possibleErrors(length: number): number {
  return Math.min(3, Math.floor((length + 2) / 4));
}

function keyOf(words: readonly string[]): string {
  return words.join('');
}
