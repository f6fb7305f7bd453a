import type { Hotel } from '@/api/hotels';
import type { Position } from '@/geography/towns';
import type { HotelId } from '@/domain/hotelNames';
import type { Language } from '@/i18n/language';
import { ownRooms, type OwnRoom } from '@/domain/ownRooms';
import { boardOf, type Board } from '@/domain/stayTerms';
import { knownCapacity } from '@/sample-content/knownCapacity';
import { knownStars } from '@/sample-content/knownStars';
import type { HotelDescription } from '@/widgets/descriptions/useHotelDescription';
import type { SampleReview } from '@/widgets/reviews/ReviewsBlock';

export const ASPECTS = ['staff', 'facilities', 'cleanliness', 'comfort', 'value', 'location'] as const;
type Aspect = (typeof ASPECTS)[number];

interface FeaturedReview {
  readonly title: string;
  readonly comment: string;
  readonly author: string;
}

/** The data of the page, whatever its source. Ratings are 0 to 5. */
export interface Establishment {
  readonly id: HotelId;
  /** Whether it is sample content of the site. Search engines must not index its page as that of a real hotel. */
  readonly isSample: boolean;
  readonly name: string;
  /** Null if they are unknown. */
  readonly stars: number | null;
  readonly city: string;
  readonly location: string;
  readonly position: Position | null;
  readonly rating: number;
  readonly reviewsCount: number;
  readonly pricePerNight: number;
  readonly photos: readonly string[];
  readonly overview: readonly string[];
  /** The language of the overview, if it may not be the page's; null if it is unknown. */
  readonly language?: Language | null;
  /** Whether the translation of the overview is loading. */
  readonly isTranslating?: boolean;
  readonly amenities: readonly string[];
  readonly ratings: Readonly<Record<Aspect, number>>;
  readonly reviews: readonly SampleReview[];
  readonly featuredReviews: readonly FeaturedReview[];
  /** What it has described itself; the page adds the standard room. */
  readonly ownRooms: readonly OwnRoom[];
  /** Null if it is unknown. */
  readonly numberOfRooms: number | null;
  readonly board: Board | null;
}

/** The difference between an aspect's rating and the overall rating. */
const OFFSETS: Record<Aspect, number> = {
  staff: 0.2,
  facilities: -0.1,
  cleanliness: 0.1,
  comfort: 0,
  value: -0.2,
  location: 0.3,
};

export function aspectRatings(rating: number): Record<Aspect, number> {
  const of = (aspect: Aspect) => Math.min(5, Math.max(0, rating + OFFSETS[aspect]));
  return {
    staff: of('staff'),
    facilities: of('facilities'),
    cleanliness: of('cleanliness'),
    comfort: of('comfort'),
    value: of('value'),
    location: of('location'),
  };
}

/**
 * Records have no ratings of aspects, and only members see their reviews: the page shows derived and sample values. They
 * have no stars either, but those of some hotels are known.
 */
export function fromRecord(hotel: Hotel, sampleReviews: readonly SampleReview[], description: HotelDescription): Establishment {
  const samples = hotel.reviewsCount > 0 ? sampleReviews : [];
  return {
    id: hotel.id,
    isSample: false,
    name: hotel.name,
    stars: knownStars(hotel.name),
    city: hotel.city,
    location: hotel.location || hotel.city,
    position: hotel.position,
    rating: hotel.rating,
    reviewsCount: hotel.reviewsCount,
    pricePerNight: hotel.pricePerNight,
    photos: hotel.images,
    language: description.language,
    isTranslating: description.isLoading,
    overview: description.text.split(/\n+/).filter((paragraph) => paragraph.trim()),
    amenities: hotel.amenities,
    ratings: aspectRatings(hotel.rating),
    reviews: samples,
    featuredReviews: samples.map(({ title, comment, name }) => ({ title, comment, author: name })),
    ownRooms: ownRooms({ ...hotel, maxGuests: hotel.maxGuests ?? knownCapacity(hotel.name) }),
    numberOfRooms: hotel.numberOfRooms,
    board: boardOf(hotel),
  };
}
