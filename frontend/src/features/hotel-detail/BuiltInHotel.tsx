import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureAddress } from '@/pictures/manifest';
import { AMENITY_LABELS } from '@/domain/amenities';
import type { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { aspectRatings, type Establishment, type OwnReview } from './establishment';

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
    const of = (order: 'first' | 'second', name: string, rating: number, country: (typeof guests)[number]): OwnReview => ({
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
    return {
      id: hotel.id,
      name: hotel.name,
      stars: hotel.stars,
      city: hotel.city,
      location: hotel.location,
      position: hotel.position,
      rating: hotel.rating,
      reviewsCount: hotel.reviews,
      pricePerNight: hotel.price,
      photos: hotel.pictures.map(pictureAddress),
      overview: [t(`items.${key}.text`), t(`items.${key}.more`)],
      amenities: hotel.amenities.map((amenity) => AMENITY_LABELS[amenity]),
      ratings: aspectRatings(hotel.rating),
      reviews,
      featuredReviews: reviews.map(({ title, comment, name }) => ({ title, comment, author: name })),
    };
  }, [hotel, t]);
}
