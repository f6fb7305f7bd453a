import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import type { StayRequest } from '@/domain/booking';
import { nightPrice, type NightPrice } from '@/domain/nightPrice';
import { HOTEL_TERMS, STANDARD_CAPACITY, type StayTerms } from '@/domain/stayTerms';
import { useTextLanguage } from '@/i18n/useFormat';
import { fold } from '@/text/fold';

type OfferState =
  | { readonly isChecking: true }
  /** The price is null if the hotel has none. */
  | { readonly isChecking: false; readonly price: NightPrice | null; readonly terms: StayTerms };

/**
 * The conditions of the stay and its price per night. The price is the hotel's own, since anyone can change the one in
 * the address. A hotel that the traveller has seen comes from the cache, a hotel of the site's own lists from there, any
 * other from the backend's list.
 */
export function useStayOffer({ hotel, roomType, statedPrice }: StayRequest): OfferState {
  const { t } = useTranslation('booking');
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
    queryKey: ['sample-stay', hotel, roomType, language],
    queryFn: async () => (await import('./sampleStay')).sampleStay(hotel, roomType),
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  });
  const { own = [], others = [] } = samples.data ?? {};
  const asksBackend = !samples.isPending && own.length === 0 && !seen;
  const listed = useQuery({ ...hotelsQuery(), enabled: asksBackend, retry: false });

  const hotels = seen ? [seen] : listed.data?.filter(isNamed);
  const record = own.length > 0 ? undefined : hotels?.[0];
  const stated = useQuery({
    queryKey: ['record-terms', record?.id ?? null, roomType, language],
    queryFn: async () => (record ? (await import('./recordTerms')).recordTerms(record, roomType) : {}),
    enabled: record !== undefined,
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  });

  // A query that waits for the connection counts as failed.
  const isOffline = listed.fetchStatus === 'paused';
  if (samples.isPending || (asksBackend && listed.isPending && !isOffline)) return { isChecking: true };
  if (record && stated.isPending) return { isChecking: true };
  const capacity = fold(roomType) === fold(t('defaultRoom')) ? { capacity: STANDARD_CAPACITY } : {};
  const terms = { ...HOTEL_TERMS, ...capacity, ...stated.data, ...samples.data?.terms };
  return { isChecking: false, price: nightPrice(statedPrice, knownPrices()), terms };

  function knownPrices(): readonly number[] | null {
    if (own.length > 0) return own;
    const known = [...(hotels ?? []).map(({ pricePerNight }) => pricePerNight), ...others];
    return known.length > 0 || hotels ? known : null;
  }
}
