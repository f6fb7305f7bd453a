import { AMENITY_LABELS } from '@/domain/amenities';
import { pictureAddress } from '@/pictures/manifest';
import type { DetailedHotel } from '@/sample-content/detailedHotel';
import type { SampleReview } from '@/widgets/reviews/ReviewsBlock';
import { aspectRatings, type Establishment } from './establishment';

interface Texts {
  readonly overview: readonly string[];
  readonly reviews: readonly SampleReview[];
}

/** The data of the page for a hotel of the sample content, with its texts in the page's language. */
export function fromDetailedHotel(hotel: DetailedHotel & { readonly id: number | string }, texts: Texts): Establishment {
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
