import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import type { SampleReview } from '@/widgets/reviews/ReviewsBlock';
import type { Establishment } from './establishment';
import { builtInOverview, fromDetailedHotel } from './fromDetailedHotel';

export type KnownHotel = (typeof BUILT_IN_HOTELS)[number];

interface BuiltInHotelProps {
  hotel: KnownHotel;
  children: (establishment: Establishment) => ReactNode;
}

/** §3: the details of a built-in hotel, in the language of the page. */
export default function BuiltInHotel({ hotel, children }: BuiltInHotelProps) {
  return children(useBuiltInHotel(hotel));
}

function useBuiltInHotel(hotel: KnownHotel): Establishment {
  const { t } = useTranslation('built-in-hotels');
  return useMemo(() => {
    const { key, guests, guestNames, guestRatings } = hotel;
    const of = (order: 'first' | 'second', name: string, rating: number, country: (typeof guests)[number]): SampleReview => ({
      name,
      country: t(`countries.${country}`),
      date: t(`items.${key}.${order}.date`),
      rating,
      title: t(`items.${key}.${order}.title`),
      comment: t(`items.${key}.${order}.comment`),
    });
    const reviews = [
      of('first', guestNames[0], guestRatings[0], guests[0]),
      of('second', guestNames[1], guestRatings[1], guests[1]),
    ];
    return fromDetailedHotel(hotel, { overview: builtInOverview(hotel, t), reviews });
  }, [hotel, t]);
}
