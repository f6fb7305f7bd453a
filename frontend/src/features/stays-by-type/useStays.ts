import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { isOfType, type PropertyType } from '@/domain/propertyTypes';

export interface Stays {
  readonly loading: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
  /** Sorted by rating, best first. */
  readonly hotels: readonly Hotel[];
}

/** Call 6, filtered by property types. */
export function useStays(types: readonly PropertyType[]): Stays {
  const { data, isPending, isError, refetch } = useQuery(hotelsQuery());
  const hotels = useMemo(() => {
    const ofTheTypes = (data ?? []).filter((hotel) => types.some((type) => isOfType(hotel, type)));
    return ofTheTypes.toSorted((a, b) => b.rating - a.rating);
  }, [data, types]);
  return { loading: isPending, failed: isError && !data, retry: () => void refetch(), hotels };
}
