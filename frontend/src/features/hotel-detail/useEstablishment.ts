import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hotelQuery, hotelsQuery, type Hotel } from '@/api/hotels';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { slugOf, type HotelId } from '@/domain/hotelNames';
import type { KnownHotel } from './BuiltInHotel';
import { fromRecord, type Establishment, type OwnReview } from './establishment';

const [LAST_RESORT] = BUILT_IN_HOTELS;

interface Found {
  /** A hotel of the backend. */
  readonly establishment: Establishment | null;
  /** A built-in hotel, if the backend has none. */
  readonly builtIn: KnownHotel | null;
  /** Whether another hotel is shown in place of the requested one. */
  readonly isStandIn: boolean;
}

/** Looks up the backend's record, by id or by name, and falls back to a built-in hotel. */
export function useEstablishment(id: HotelId): Found {
  const isNumber = typeof id === 'number';
  const known = BUILT_IN_HOTELS.find((hotel) => hotel.id === id);
  const queryClient = useQueryClient();
  // After a search, the cache of the list has the record.
  const seen = () => queryClient.getQueryData(hotelsQuery().queryKey)?.find((hotel) => hotel.id === id);
  const byNumber = useQuery({ ...hotelQuery(id), enabled: isNumber, placeholderData: seen });
  const byName = useQuery({ ...hotelsQuery(), enabled: !isNumber && !known });
  const samples = useSampleReviews();
  const { isPending, error } = isNumber ? byNumber : byName;
  useEffect(() => {
    if (error) console.error('The establishment could not be loaded; what is known of it stands in', error);
  }, [error]);

  return useMemo(() => {
    const record = isNumber ? byNumber.data : withName(byName.data, id);
    if (record) return { establishment: fromRecord(record, samples), builtIn: null, isStandIn: false };
    if (known && (!isNumber || !isPending)) return { establishment: null, builtIn: known, isStandIn: false };
    return { establishment: null, builtIn: isPending ? null : LAST_RESORT, isStandIn: !isPending };
  }, [isNumber, byNumber.data, byName.data, id, samples, known, isPending]);
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

function useSampleReviews(): readonly OwnReview[] {
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
