import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { request } from './client';
import { numeric, text } from './values';

export interface NewReview {
  readonly hotelId: string | number;
  readonly hotelName: string;
  readonly rating: number;
  readonly reviewTitle: string;
  readonly reviewText: string;
  readonly stayDate: string | null;
}

/** Whose reviews: an establishment's id or slug, or its name where the id is not known. */
export type ReviewedHotel = { readonly hotelId: string | number } | { readonly hotelName: string };

const Review = v.pipe(
  v.object({
    id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
    user_name: text,
    is_verified: v.optional(v.nullable(v.boolean())),
    created_at: v.string(),
    stay_date: v.optional(v.nullable(v.string())),
    rating: numeric,
    review_title: text,
    review_text: text,
    language: v.optional(v.nullable(v.string())),
  }),
  v.transform((row) => ({
    id: row.id,
    userName: row.user_name,
    isVerified: row.is_verified ?? false,
    createdAt: row.created_at,
    stayDate: row.stay_date ?? null,
    rating: row.rating,
    title: row.review_title,
    text: row.review_text,
    /** In which it was written, by its two letters; null where that is not known. */
    language: row.language ?? null,
  })),
);
export type Review = v.InferOutput<typeof Review>;

const ReviewList = v.object({
  reviews: v.array(Review),
  statistics: v.object({
    totalReviews: numeric,
    averageRating: numeric,
    /** How many reviews gave 5, 4, 3, 2 and 1 stars. */
    ratingDistribution: v.record(v.string(), numeric),
  }),
});
export type ReviewList = v.InferOutput<typeof ReviewList>;

const ReviewTaken = v.object({ message: v.optional(v.nullable(v.string())) });

/** Call 7. What the backend says about it, e.g. that it replaces an earlier review; null where it says nothing. */
export async function createReview(review: NewReview, token: string): Promise<string | null> {
  const schema = v.fallback(ReviewTaken, {});
  const { message } = await request('functions/v1/hotel-reviews', { method: 'POST', body: { ...review }, token, schema });
  return message || null;
}

/** Call 8. */
export function listReviews(hotel: ReviewedHotel, token: string, signal?: AbortSignal): Promise<ReviewList> {
  return request('functions/v1/hotel-reviews', { query: { ...hotel }, token, signal, schema: ReviewList });
}

/** Not to be asked without a token: the backend lists nothing to visitors. */
export const reviewsQuery = (hotel: ReviewedHotel, token: string) =>
  queryOptions({
    queryKey: ['reviews', hotel],
    queryFn: ({ signal }) => listReviews(hotel, token, signal),
  });
