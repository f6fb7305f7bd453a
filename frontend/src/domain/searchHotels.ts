import type { Hotel } from '@/api/hotels';
import { placeNamed, termOf, townOf, type Place } from '@/geography/places';
import type { Town } from '@/geography/towns';
import { matchingHotels } from './matchingHotels';

/** Reads texts that are no exact name: `geography/gazetteer`, which is loaded on demand. */
export interface TextReader {
  readPlace(text: string): Place | null;
  townNear(text: string): Town | null;
  correctedTerm(text: string, furtherTerms: readonly string[]): string | null;
  similarTerms(text: string, furtherTerms: readonly string[]): readonly string[];
}

export type Finding =
  /** Hotels of the place, or with the text in their name. */
  | { readonly kind: 'found' }
  /** Hotels of the place that the misspelled text stands for. */
  | { readonly kind: 'corrected'; readonly term: string }
  /** The place is known, but has no hotels. These are in the known town nearest to it, or there are none. */
  | { readonly kind: 'nearest'; readonly town: Town }
  /** There is no such place on the island. The terms are similar to the text. */
  | { readonly kind: 'unknown'; readonly similar: readonly string[] }
  /** The text could not be read, because the reader could not be loaded. */
  | { readonly kind: 'unread' };

interface FoundHotels {
  readonly hotels: readonly Hotel[];
  readonly place: Place | null;
  readonly finding: Finding;
}

/** Whether a text needs a reader: it is no exact name of a destination or region. */
export function needsReader(text: string): boolean {
  return text !== '' && placeNamed(text) === null;
}

/** The hotels that a text stands for, among all hotels. */
export function searchHotels(all: readonly Hotel[], text: string, reader: TextReader | null): FoundHotels {
  const place = placeNamed(text) ?? reader?.readPlace(text) ?? null;
  const hotels = matchingHotels(all, text, place);
  if (hotels.length > 0) return { hotels, place, finding: { kind: 'found' } };
  const town = place ? townOf(place) : (reader?.townNear(text) ?? null);
  if (town) return { hotels: matchingHotels(all, town), place, finding: { kind: 'nearest', town } };
  if (!reader || place || all.length === 0) return { hotels: [], place, finding: { kind: 'unread' } };
  return correct(all, text, reader) ?? unknown(all, text, reader);
}

function correct(all: readonly Hotel[], text: string, reader: TextReader): FoundHotels | null {
  const term = reader.correctedTerm(text, all.map(({ name }) => name));
  if (term === null) return null;
  const place = placeNamed(term) ?? reader.readPlace(term);
  const hotels = matchingHotels(all, term, place);
  return hotels.length > 0 ? { hotels, place, finding: { kind: 'corrected', term: place ? termOf(place) : term } } : null;
}

function unknown(all: readonly Hotel[], text: string, reader: TextReader): FoundHotels {
  const similar = reader.similarTerms(text, all.map(({ name }) => name));
  return { hotels: [], place: null, finding: { kind: 'unknown', similar } };
}
