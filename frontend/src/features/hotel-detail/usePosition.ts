import { useQuery } from '@tanstack/react-query';
import type { Position } from '@/geography/towns';
import type { Establishment } from './establishment';

/**
 * Where an establishment is: at its position if that is known, else in the middle of the place that its town or its
 * address names. The places load only if they are needed.
 */
export function usePosition({ position, city, location }: Establishment): Position | null {
  const named = useQuery({
    queryKey: ['place-in-address', city, location],
    queryFn: async () => {
      const { placeInAddress } = await import('@/geography/namedPlaces');
      return (placeInAddress(city) ?? placeInAddress(location))?.position ?? null;
    },
    enabled: position === null,
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  });
  return position ?? named.data ?? null;
}
