import type { TFunction } from 'i18next';
import { AMENITY_LABELS } from '@/domain/amenities';
import { pictureAddress } from '@/pictures/manifest';
import type { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import type { DetailedHotel } from '@/sample-content/detailedHotel';
import type { KnownRegionHotel } from '@/sample-content/regionHotels';
import type { SampleReview } from '@/widgets/reviews/ReviewsBlock';
import { aspectRatings, type Establishment } from './establishment';

interface Texts {
  readonly overview: readonly string[];
  readonly reviews: readonly SampleReview[];
}

/** The paragraphs about a built-in hotel. */
export function builtInOverview({ key }: (typeof BUILT_IN_HOTELS)[number], t: TFunction<'built-in-hotels'>): string[] {
  return [t(`items.${key}.text`), t(`items.${key}.more`)];
}

/** The paragraphs about a region's hotel. */
export function regionOverview({ id }: KnownRegionHotel, t: TFunction<['region-hotels', 'region-hotel-details']>): string[] {
  return [t(`items.${id}`), t(`region-hotel-details:items.${id}.more`)];
}

/** The data of the page for a hotel of the sample content, with its texts in the page's language. */
export function fromDetailedHotel(hotel: DetailedHotel & { readonly id: number | string }, texts: Texts): Establishment {
  return {
    id: hotel.id,
    isSample: true,
    name: hotel.name,
    stars: hotel.stars,
    city: hotel.city,
    location: hotel.location,
    position: hotel.position,
    rating: hotel.rating,
    reviewsCount: hotel.reviews,
    pricePerNight: hotel.price,
    photos: hotel.pictures.map(pictureAddress),
    overview: texts.overview,
    amenities: hotel.amenities.map((amenity) => AMENITY_LABELS[amenity]),
    ratings: aspectRatings(hotel.rating),
    reviews: texts.reviews,
    featuredReviews: texts.reviews.map(({ title, comment, name }) => ({ title, comment, author: name })),
    ownRooms: [],
    numberOfRooms: null,
    board: null,
  };
}
