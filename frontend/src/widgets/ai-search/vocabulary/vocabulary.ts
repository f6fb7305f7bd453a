import type { Amenity } from '@/domain/hotelFilters';
import type { PropertyType } from '@/domain/propertyTypes';

/** Words and phrases, parted by `|`. Case, accents and hyphens do not matter. */
export type Phrases = string;

/** What a language calls the things that can be searched for. */
export interface Vocabulary {
  readonly types: Readonly<Partial<Record<PropertyType, Phrases>>>;
  readonly amenities: Readonly<Partial<Record<Amenity, Phrases>>>;
  readonly beach: Phrases;
  /** From one to ten. */
  readonly numbers: Phrases;
  /** After a number: people. */
  readonly people: Phrases;
  /** After a number: nights. */
  readonly nights: Phrases;
  /** Before a number of people that nothing else follows. */
  readonly forPeople: Phrases;
  /** Two people, without a number. */
  readonly couple: Phrases;
  /** Around an amount of money. */
  readonly upTo: Phrases;
  readonly orLess: Phrases;
  readonly atLeast: Phrases;
  readonly orMore: Phrases;
  readonly between: Phrases;
  /** Between two amounts, or two days. */
  readonly to: Phrases;
  readonly cheapest: Phrases;
  readonly bestRated: Phrases;
  readonly thisWeekend: Phrases;
  readonly nextWeekend: Phrases;
  readonly tonight: Phrases;
  readonly tomorrow: Phrases;
  /** Said, and of no use to a search. */
  readonly ignored: Phrases;
}
