import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { NetworkError } from '@/api/errors';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { matchingHotels } from '@/domain/matchingHotels';
import { townNear } from '@/geography/townNear';

const SELECTION_SIZE = 10;

export type SearchMessage =
  | { readonly key: 'failed' | 'offline' }
  | { readonly key: 'nearest'; readonly destination: string; readonly city: string }
  | { readonly key: 'selection' | 'nothing'; readonly destination: string };

export interface SearchResults {
  readonly loading: boolean;
  readonly hotels: readonly Hotel[];
  readonly message: SearchMessage | null;
  readonly retry: () => void;
}

/** The hotels at a destination; else at the known town nearest to it; else a selection of all hotels. */
export function useSearchResults(destination: string, enabled: boolean): SearchResults {
  const all = useQuery({ ...hotelsQuery(), enabled });
  // Deferred, so that React can interrupt the render to handle input.
  const hotels = useDeferredValue(all.data);
  const found = useMemo(() => (hotels ? search(hotels, destination) : null), [hotels, destination]);
  const selection = useQuery({ ...hotelsQuery(SELECTION_SIZE), enabled: enabled && found?.hotels.length === 0 });

  const failed = all.error ?? selection.error;
  if (failed) {
    const retry = () => void (all.error ? all : selection).refetch();
    return { loading: false, hotels: [], message: { key: failed instanceof NetworkError ? 'offline' : 'failed' }, retry };
  }
  const retry = () => void all.refetch();
  if (!found) return { loading: true, hotels: [], message: null, retry };
  if (found.hotels.length > 0) return { loading: false, ...found, retry };
  const selected = selection.data ?? [];
  const key = selected.length > 0 ? 'selection' : 'nothing';
  const message: SearchMessage | null = selection.isPending ? null : { key, destination };
  return { loading: selection.isPending, hotels: selected, message: destination ? message : null, retry };
}

function search(all: readonly Hotel[], destination: string): Pick<SearchResults, 'hotels' | 'message'> {
  const here = matchingHotels(all, destination);
  if (here.length > 0) return { hotels: here, message: null };
  const city = townNear(destination);
  return { hotels: matchingHotels(all, city), message: { key: 'nearest', destination, city } };
}
