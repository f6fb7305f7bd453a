import type { DateRange } from '@/dates/dateRange';
import { addDays } from '@/dates/days';
import { weekend } from '@/dates/weekend';
import type { Amenity } from '@/domain/hotelFilters';
import { includesType, type PropertyType } from '@/domain/propertyTypes';
import { REGIONS } from '@/geography/regions';
import { departureAfter, readDates, readNights } from './dates';
import type { Finding, Understanding } from './findings';
import { readGuests } from './guests';
import { isEndOfWord, LEXICON_PATTERN, meaningOf, type Meaning } from './lexicon';
import { allPhrases } from './patterns';
import { readPrice, type PriceWish } from './price';
import { Reading } from './Reading';

type Place = Pick<Extract<Meaning, { is: 'place' }>, 'value' | 'isBeach'>;

/** The parts of the search that have been recognised so far. */
interface Wish {
  type: PropertyType | null;
  place: Place | null;
  dates: DateRange | null;
  guests: number | null;
  amenities: Set<Amenity>;
  price: PriceWish | null;
  sort: 'priceAsc' | 'ratingDesc' | null;
}

const LONGEST_SENTENCE = 300;
const COUPLE = 2;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;
const ONE_SYLLABLE = /^\p{Script=Hangul}$/u;
/**
 * Words without a meaning for the search. Includes the words of number phrases, for sentences in which the number is
 * missing.
 */
const ignored = new Set(
  (['ignored', 'nights', 'to', 'between', 'upTo', 'orLess', 'atLeast', 'orMore', 'forPeople'] as const)
    .flatMap(allPhrases)
    .flatMap((phrase) => phrase.split(' ').concat(phrase)),
);

/**
 * Parses a sentence in any of the ten languages, or in several at once. Numbers and their units are read first, because
 * their words have other meanings elsewhere; then all phrases of the lexicon. The first phrase of a kind counts. A
 * second one and all remaining words are reported as not understood.
 */
export function understand(sentence: string, today: string): Understanding {
  const reading = new Reading(sentence.slice(0, LONGEST_SENTENCE));
  const wish: Wish = {
    guests: readGuests(reading),
    dates: readDates(reading, today),
    price: readPrice(reading),
    type: null,
    place: null,
    amenities: new Set(),
    sort: null,
  };
  const beaches: string[] = [];
  reading.strike(LEXICON_PATTERN, (match) => {
    const meaning = meaningOf(match[0]);
    if (!meaning || (meaning.is === 'place' && isEndOfWord(match))) return false;
    if (meaning.is === 'beach') beaches.push(reading.written(match.index, match.index + match[0].length));
    return meaning.is === 'beach' || take(wish, meaning, today);
  });
  addNights(reading, wish);
  // 'Beach' is understood as a part of a beach's name only: there is no search for any beach.
  const lostBeaches = wish.place?.isBeach ? [] : beaches;
  return { findings: findingsOf(wish), notUnderstood: [...reading.rest(isIgnored), ...lostBeaches] };
}

/** Adds a meaning to the wish. Returns false if the wish already has another value for it. */
function take(wish: Wish, meaning: Meaning, today: string): boolean {
  switch (meaning.is) {
    case 'type': {
      const type = narrower(wish.type, meaning.value);
      if (type) wish.type = type;
      return type !== null;
    }
    case 'amenity':
      wish.amenities.add(meaning.value);
      return true;
    case 'place': {
      const place = narrowerPlace(wish.place, meaning);
      if (place) wish.place = place;
      return place !== null;
    }
    case 'day':
      if (wish.dates) return false;
      wish.dates = datesOf(meaning.value, today);
      return true;
    case 'couple':
      wish.guests ??= COUPLE;
      return true;
    case 'sort':
      wish.sort ??= meaning.value;
      return wish.sort === meaning.value;
    default:
      return true;
  }
}

/** The narrower of two property types: a hotel and a spa hotel give a spa hotel. Null if neither includes the other. */
function narrower(known: PropertyType | null, other: PropertyType): PropertyType | null {
  if (!known || includesType(known, other)) return other;
  return includesType(other, known) ? known : null;
}

/** The narrower of two places: a town and its region give the town. Null for two towns. */
function narrowerPlace(known: Place | null, other: Place): Place | null {
  if (!known || known.value === other.value || isTownOf(known, other)) return other;
  return isTownOf(other, known) ? known : null;
}

function isTownOf(region: Place, town: Place): boolean {
  return REGIONS.some(({ name, towns }) => name === region.value && towns.some((one) => one === town.value));
}

function datesOf(day: 'thisWeekend' | 'nextWeekend' | 'tonight' | 'tomorrow', today: string): DateRange {
  if (day === 'thisWeekend') return weekend(today);
  if (day === 'nextWeekend') return weekend(today, 1);
  const arrival = addDays(today, day === 'tomorrow' ? 1 : 0);
  return { arrival, departure: addDays(arrival, 1) };
}

/**
 * Sets the departure from a number of nights, if the arrival is known. 'One night' is ignored: it belongs to a price.
 */
function addNights(reading: Reading, wish: Wish): void {
  readNights(reading, (nights) => {
    if (nights === 1) return true;
    const arrival = wish.dates?.arrival;
    if (!arrival || nights === 0 || (wish.dates?.departure && nights > 2)) return false;
    wish.dates = { arrival, departure: departureAfter(arrival, nights) };
    return true;
  });
}

function findingsOf({ type, place, dates, guests, amenities, price, sort }: Wish): Finding[] {
  const findings: Finding[] = [];
  if (type) findings.push({ kind: 'type', value: type });
  if (place) findings.push({ kind: 'destination', value: place.value });
  if (dates) findings.push({ kind: 'dates', value: dates });
  if (guests) findings.push({ kind: 'guests', value: guests });
  for (const value of amenities) findings.push({ kind: 'amenity', value });
  if (price) findings.push({ kind: 'price', ...price });
  if (sort) findings.push({ kind: 'sort', value: sort });
  return findings;
}

/**
 * Words without a meaning for the search. In Japanese also words in hiragana only, in Korean also single syllables:
 * particles.
 */
function isIgnored(word: string): boolean {
  return ignored.has(word) || HIRAGANA.test(word) || ONE_SYLLABLE.test(word);
}
