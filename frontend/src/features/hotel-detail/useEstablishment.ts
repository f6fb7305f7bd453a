import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { hotelQuery, hotelsQuery, type Hotel } from '@/api/hotels';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { slugOf, type HotelId } from '@/domain/hotelNames';
import { useHotelDescription } from '@/widgets/descriptions/useHotelDescription';
import type { SampleReview } from '@/widgets/reviews/ReviewsBlock';
import type { KnownHotel } from './BuiltInHotel';
import { fromRecord, type Establishment } from './establishment';

/** What is known of the requested hotel. It is never another hotel. */
export type Found =
  | { readonly state: 'loading' }
  /** The backend's record. `failure` if it could not be fetched anew, so that it comes from the cache. */
  | { readonly state: 'record'; readonly establishment: Establishment; readonly failure: Error | null; readonly retry: () => void }
  /** A built-in hotel, which the backend does not have. `failure` if the backend could not be asked. */
  | { readonly state: 'builtIn'; readonly hotel: KnownHotel; readonly failure: Error | null; readonly retry: () => void }
  | { readonly state: 'unknown' }
  | { readonly state: 'unreachable'; readonly failure: Error; readonly retry: () => void };

const NO_RECORD = { id: 0, description: '' };

/** Looks up the backend's record, by id or by name; without one, a built-in hotel with that id. */
export function useEstablishment(id: HotelId): Found {
  const isNumber = typeof id === 'number';
  const known = BUILT_IN_HOTELS.find((hotel) => hotel.id === id);
  const queryClient = useQueryClient();
  // After a search, the cache of the list has the record.
  const byNumber = useQuery({ ...hotelQuery(id), enabled: isNumber, placeholderData: () => cachedHotel(queryClient, id) });
  const byName = useQuery({ ...hotelsQuery(), enabled: !isNumber && !known });
  const samples = useSampleReviews();
  const { isPending, error, refetch } = isNumber ? byNumber : byName;
  useEffect(() => {
    if (error) console.error('The establishment could not be loaded', error);
  }, [error]);

  const failure = isRefusal(error) ? null : error;
  const record = isNumber ? (byNumber.data ?? (failure && cachedHotel(queryClient, id))) : withName(byName.data, id);
  const description = useHotelDescription(record ?? NO_RECORD);

  return useMemo((): Found => {
    const retry = () => void refetch();
    if (record) return { state: 'record', establishment: fromRecord(record, samples, description), failure, retry };
    if (known && !(isNumber && isPending)) return { state: 'builtIn', hotel: known, failure, retry };
    if (isPending) return { state: 'loading' };
    return failure ? { state: 'unreachable', failure, retry } : { state: 'unknown' };
  }, [isNumber, record, description, samples, known, isPending, failure, refetch]);
}

/** Whether the backend refuses the id itself, for example a number that is too large: there is no such hotel. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 404);
}

/** The hotel in the cached lists of this visit. */
function cachedHotel(queryClient: QueryClient, id: HotelId): Hotel | undefined {
  return queryClient.getQueryData(hotelsQuery().queryKey)?.find((hotel) => hotel.id === id);
}

/** The hotel whose name has this slug, else the first whose slug contains it. */
function withName(hotels: readonly Hotel[] | undefined, id: HotelId): Hotel | undefined {
  const wanted = slugOf(String(id));
  if (!hotels || !wanted) return undefined;
  return (
    hotels.find(({ name }) => slugOf(name) === wanted || slugOf(`hotel ${name}`) === wanted) ??
    hotels.find(({ name }) => slugOf(name).includes(wanted))
  );
}

function useSampleReviews(): readonly SampleReview[] {
  const { t } = useTranslation('hotel-detail');
  return useMemo(
    () => [
      {
        name: t('sample.first.name'),
        country: t('sample.first.country'),
        date: t('sample.first.date'),
        rating: 5,
        title: t('sample.first.title'),
        comment: t('sample.first.comment'),
      },
      {
        name: t('sample.second.name'),
        country: t('sample.second.country'),
        date: t('sample.second.date'),
        rating: 4,
        title: t('sample.second.title'),
        comment: t('sample.second.comment'),
      },
    ],
    [t],
  );
}
