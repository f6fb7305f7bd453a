import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import type { StayRequest } from '@/domain/booking';
import { nightPrice, type NightPrice } from '@/domain/nightPrice';
import { useTextLanguage } from '@/i18n/useFormat';
import { fold } from '@/text/fold';

type PriceState = { readonly isChecking: true } | { readonly isChecking: false; readonly price: NightPrice | null };

/**
 * The price of a night of the stay: the hotel's own, since anyone can change the one in the address. A hotel that the
 * traveller has seen comes from the cache, a hotel of the site's own lists from there, any other from the backend's list.
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
  const samples = useQuery({
    queryKey: ['sample-prices', hotel, roomType, language],
    queryFn: async () => (await import('./samplePrices')).samplePrices(hotel, roomType),
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  });
  const { own = [], others = [] } = samples.data ?? {};
  const asksBackend = !samples.isPending && own.length === 0 && !seen;
  const listed = useQuery({ ...hotelsQuery(), enabled: asksBackend, retry: false });

  // A query that waits for the connection counts as failed.
  const isOffline = listed.fetchStatus === 'paused';
  if (samples.isPending || (asksBackend && listed.isPending && !isOffline)) return { isChecking: true };
  return { isChecking: false, price: nightPrice(statedPrice, knownPrices()) };

  function knownPrices(): readonly number[] | null {
    if (own.length > 0) return own;
    const hotels = seen ? [seen] : listed.data?.filter(isNamed);
    const known = [...(hotels ?? []).map(({ pricePerNight }) => pricePerNight), ...others];
    return known.length > 0 || hotels ? known : null;
  }
}
