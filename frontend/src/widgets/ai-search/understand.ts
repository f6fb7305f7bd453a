import type { DateRange } from '@/dates/dateRange';
import { addDays, isoDay } from '@/dates/days';
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

/** What has been gathered so far. */
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
/** Also each word of the phrases around a number, where no number was. */
const ignored = new Set(
  (['ignored', 'nights', 'to', 'between', 'upTo', 'orLess', 'atLeast', 'orMore', 'forPeople'] as const)
    .flatMap(allPhrases)
    .flatMap((phrase) => phrase.split(' ').concat(phrase)),
);

/**
 * Reads a sentence in any of the ten languages, or in several at once. Numbers with what they count come first, since
 * their words mean something else elsewhere; then every phrase that means something by itself. The first of a kind
 * counts; a second one, of which a search has no use, is told as not understood, and so is every other word left.
 */
export function understand(sentence: string, today: Date): Understanding {
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
  // 'La plage de Palombaggia' has its beach; one that is just a beach we cannot look for.
  const lostBeaches = wish.place?.isBeach ? [] : beaches;
  return { findings: findingsOf(wish), notUnderstood: [...reading.rest(isIgnored), ...lostBeaches] };
}

/** Whether the wish has room for it. */
function take(wish: Wish, meaning: Meaning, today: Date): boolean {
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

/** A hotel with a spa is a spa hotel, whichever is said first; a villa with a spa is none of our kinds. */
function narrower(known: PropertyType | null, other: PropertyType): PropertyType | null {
  if (!known || includesType(known, other)) return other;
  return includesType(other, known) ? known : null;
}

/** Calvi in the Balagne is Calvi, whichever is said first; two towns are too many. */
function narrowerPlace(known: Place | null, other: Place): Place | null {
  if (!known || known.value === other.value || isTownOf(known, other)) return other;
  return isTownOf(other, known) ? known : null;
}

function isTownOf(region: Place, town: Place): boolean {
  return REGIONS.some(({ name, towns }) => name === region.value && towns.some((one) => one === town.value));
}

function datesOf(day: 'thisWeekend' | 'nextWeekend' | 'tonight' | 'tomorrow', today: Date): DateRange {
  if (day === 'thisWeekend') return weekend(today);
  if (day === 'nextWeekend') return weekend(today, 1);
  const arrival = addDays(today, day === 'tomorrow' ? 1 : 0);
  return { arrival: isoDay(arrival), departure: isoDay(addDays(arrival, 1)) };
}

/** A number of nights says when a stay ends that begins on a known day; 'one night' is what prices are for. */
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

/** Words of no use; of Japanese also those that are grammar alone, of Korean those of one syllable, which are particles. */
function isIgnored(word: string): boolean {
  return ignored.has(word) || HIRAGANA.test(word) || ONE_SYLLABLE.test(word);
}
