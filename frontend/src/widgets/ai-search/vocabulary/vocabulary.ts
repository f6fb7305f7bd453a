import type { Amenity } from '@/domain/hotelFilters';
import type { PropertyType } from '@/domain/propertyTypes';

/** Words and phrases, separated by `|`. Case, accents and hyphens do not count. */
type Phrases = string;

/** The words of a language for everything that a search can contain. */
export interface Vocabulary {
  readonly types: Readonly<Partial<Record<PropertyType, Phrases>>>;
  readonly amenities: Readonly<Partial<Record<Amenity, Phrases>>>;
  readonly beach: Phrases;
  /** The numbers from one to ten, in order. */
  readonly numbers: Phrases;
  /** Words for people, after a number. */
  readonly people: Phrases;
  /** Words for nights, after a number. */
  readonly nights: Phrases;
  /** Words before a number of people without a unit. */
  readonly forPeople: Phrases;
  /** Words for two people. */
  readonly couple: Phrases;
  /** Words around an amount of money. */
  readonly upTo: Phrases;
  readonly orLess: Phrases;
  readonly atLeast: Phrases;
  readonly orMore: Phrases;
  readonly between: Phrases;
  /** Words between two amounts or two days. */
  readonly to: Phrases;
  readonly cheapest: Phrases;
  readonly bestRated: Phrases;
  readonly thisWeekend: Phrases;
  readonly nextWeekend: Phrases;
  readonly tonight: Phrases;
  readonly tomorrow: Phrases;
  /** Words without a meaning for the search. */
  readonly ignored: Phrases;
}
