import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { NetworkError } from '@/api/errors';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { needsReader, searchHotels, type Finding, type TextReader } from '@/domain/searchHotels';
import { placeNamed, type Place } from '@/geography/places';

const SELECTION_SIZE = 10;
const NO_HOTELS: readonly Hotel[] = [];

export type SearchMessage =
  | { readonly key: 'failed' | 'offline'; readonly failure: Error }
  | { readonly key: 'nearest'; readonly destination: string; readonly city: string }
  | { readonly key: 'corrected'; readonly destination: string; readonly term: string }
  | { readonly key: 'selection' | 'nothing'; readonly destination: string; readonly unknown: Extract<Finding, { kind: 'unknown' }> | null };

export interface SearchResults {
  readonly loading: boolean;
  readonly hotels: readonly Hotel[];
  /** The place that the destination stands for, as far as it is known. */
  readonly place: Place | null;
  readonly message: SearchMessage | null;
  readonly retry: () => void;
}

/** The reader of texts that are no exact name of a place. A search works without it, if it cannot be loaded. */
const readerQuery = () =>
  queryOptions({
    queryKey: ['text-reader'],
    queryFn: (): Promise<TextReader> => import('@/geography/gazetteer'),
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
  });

/** The hotels at a destination; else at the known town nearest to it; else a selection of all hotels. */
export function useSearchResults(destination: string, enabled: boolean): SearchResults {
  const all = useQuery({ ...hotelsQuery(), enabled });
  const isToRead = needsReader(destination);
  const reader = useQuery({ ...readerQuery(), enabled: enabled && isToRead });
  const isReadable = !isToRead || !reader.isPending;
  const read = reader.data ?? null;
  // Deferred, so that React can interrupt the render to handle input.
  const hotels = useDeferredValue(all.data);
  const found = useMemo(
    () => (hotels && isReadable ? searchHotels(hotels, destination, isToRead ? read : null) : null),
    [hotels, destination, isReadable, isToRead, read],
  );
  const selection = useQuery({ ...hotelsQuery(SELECTION_SIZE), enabled: enabled && found?.hotels.length === 0 });

  const failed = all.error ?? selection.error;
  const refetch = failed && failed === selection.error ? selection.refetch : all.refetch;
  const { data: selected = NO_HOTELS, isPending: isSelecting } = selection;
  // The same object while the results stay the same, because the memoized list depends on it.
  return useMemo((): SearchResults => {
    const retry = () => void refetch();
    const known = { place: found?.place ?? placeNamed(destination), retry };
    if (failed) {
      const message: SearchMessage = { key: failed instanceof NetworkError ? 'offline' : 'failed', failure: failed };
      return { ...known, loading: false, hotels: NO_HOTELS, message };
    }
    if (!found) return { ...known, loading: true, hotels: NO_HOTELS, message: null };
    if (found.hotels.length > 0) return { ...known, loading: false, hotels: found.hotels, message: messageOf(found.finding, destination) };
    const message = isSelecting || !destination ? null : selectionMessage(found.finding, destination, selected.length);
    return { ...known, loading: isSelecting, hotels: selected, message };
  }, [failed, refetch, found, destination, selected, isSelecting]);
}

function selectionMessage(finding: Finding, destination: string, count: number): SearchMessage {
  return { key: count > 0 ? 'selection' : 'nothing', destination, unknown: finding.kind === 'unknown' ? finding : null };
}

function messageOf(finding: Finding, destination: string): SearchMessage | null {
  switch (finding.kind) {
    case 'nearest':
      return { key: 'nearest', destination, city: finding.town };
    case 'corrected':
      return { key: 'corrected', destination, term: finding.term };
    default:
      return null;
  }
}
