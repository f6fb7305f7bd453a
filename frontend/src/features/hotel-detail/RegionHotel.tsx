import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import type { SampleReview } from '@/widgets/reviews/ReviewsBlock';
import type { Establishment } from './establishment';
import { fromDetailedHotel, regionOverview } from './fromDetailedHotel';

interface RegionHotelProps {
  id: string;
  /** Gets null for an unknown id. */
  children: (establishment: Establishment | null) => ReactNode;
}

/** §2 /region-hotels: the details of a region hotel, in the language of the page. */
export default function RegionHotel({ id, children }: RegionHotelProps) {
  return children(useRegionHotel(id));
}

function useRegionHotel(id: string): Establishment | null {
  const { t } = useTranslation(['region-hotels', 'region-hotel-details']);
  return useMemo(() => {
    const hotel = REGION_HOTELS.find((known) => known.id === id);
    if (!hotel) return null;
    const { guests } = hotel;
    const of = (order: 'first' | 'second', name: string, stars: number, country: (typeof guests)[number]): SampleReview => ({
      name,
      country: t(`region-hotel-details:countries.${country}`),
      date: t(`region-hotel-details:items.${hotel.id}.${order}.date`),
      rating: stars,
      title: t(`region-hotel-details:items.${hotel.id}.${order}.title`),
      comment: t(`region-hotel-details:items.${hotel.id}.${order}.comment`),
    });
    const [first, second] = hotel.guestNames;
    const reviews = [of('first', first, 5, guests[0]), of('second', second, 4, guests[1])];
    return fromDetailedHotel(hotel, { overview: regionOverview(hotel, t), reviews });
  }, [id, t]);
}
