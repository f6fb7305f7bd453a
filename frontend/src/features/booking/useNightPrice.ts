import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import type { StayRequest } from '@/domain/booking';
import { nightPrice, type NightPrice } from '@/domain/nightPrice';
import { useTextLanguage } from '@/i18n/useFormat';
import { fold } from '@/text/fold';

type PriceState = { readonly isChecking: true } | { readonly isChecking: false; readonly price: NightPrice | null };

/**
 * The price of a night of the stay: that of the hotel, which anyone could change in the address. A hotel that the
 * traveller has seen comes from the cache, others from the list of hotels.
 */
export function useNightPrice({ hotel, roomType, statedPrice }: StayRequest): PriceState {
  const language = useTextLanguage();
  const queryClient = useQueryClient();
  const isNamed = (one: Hotel) => fold(one.name) === fold(hotel);
  const [seen] = useState(() =>
    queryClient
      .getQueriesData<Hotel | readonly Hotel[] | null>({ queryKey: ['hotels'] })
      .flatMap(([, cached]) => cached ?? [])
      .find(isNamed),
  );
  const listed = useQuery({ ...hotelsQuery(), enabled: !seen, retry: false });
  const samples = useQuery({
    queryKey: ['sample-prices', hotel, roomType, language],
    queryFn: async () => (await import('./samplePrices')).samplePrices(hotel, roomType),
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  });

  // A query that waits for the connection counts as failed.
  const isOffline = listed.fetchStatus === 'paused';
  if (samples.isPending || (!seen && listed.isPending && !isOffline)) return { isChecking: true };
  return { isChecking: false, price: nightPrice(statedPrice, knownPrices()) };

  function knownPrices(): readonly number[] | null {
    const { chosenRoom = null, prices = [] } = samples.data ?? {};
    if (chosenRoom !== null) return [chosenRoom];
    const hotels = seen ? [seen] : listed.data?.filter(isNamed);
    const known = [...(hotels ?? []).map(({ pricePerNight }) => pricePerNight), ...prices];
    return known.length > 0 || hotels ? known : null;
  }
}
