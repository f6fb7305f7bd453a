import { queryOptions, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { NetworkError } from '@/api/errors';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { needsReader, searchHotels, type Finding, type TextReader } from '@/domain/searchHotels';
import { placeNamed, type Place } from '@/geography/places';

const SELECTION_SIZE = 10;

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
  const place = found?.place ?? placeNamed(destination);
  if (failed) {
    const retry = () => void (all.error ? all : selection).refetch();
    return { loading: false, hotels: [], place, message: { key: failed instanceof NetworkError ? 'offline' : 'failed', failure: failed }, retry };
  }
  const retry = () => void all.refetch();
  if (!found) return { loading: true, hotels: [], place, message: null, retry };
  if (found.hotels.length > 0) return { loading: false, hotels: found.hotels, place, message: messageOf(found.finding, destination), retry };
  const selected = selection.data ?? [];
  const message: SearchMessage | null = selection.isPending
    ? null
    : { key: selected.length > 0 ? 'selection' : 'nothing', destination, unknown: found.finding.kind === 'unknown' ? found.finding : null };
  return { loading: selection.isPending, hotels: selected, place, message: destination ? message : null, retry };
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
