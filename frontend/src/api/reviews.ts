import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { request } from './client';
import { numeric, text } from './values';

/** The body of call 7. `stayDate` is `YYYY-MM-DD`. */
interface NewReview {
  readonly hotelId: string | number;
  readonly hotelName: string;
  readonly rating: number;
  readonly reviewTitle: string;
  readonly reviewText: string;
  readonly stayDate: string | null;
}

/** Identifies an establishment by its id or slug, or by its name if the id is unknown. */
type ReviewedHotel = { readonly hotelId: string | number } | { readonly hotelName: string };

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
    /** Two-letter code of the language of the text; null if unknown. */
    language: row.language ?? null,
  })),
);
export type Review = v.InferOutput<typeof Review>;

const ReviewList = v.object({
  reviews: v.array(Review),
  statistics: v.object({
    totalReviews: numeric,
    averageRating: numeric,
    /** Number of reviews by stars, `'5'` to `'1'`. */
    ratingDistribution: v.record(v.string(), numeric),
  }),
});
export type ReviewList = v.InferOutput<typeof ReviewList>;

const ReviewSaved = v.object({ message: v.optional(v.nullable(v.string())) });

/** Call 7: saves a review. Returns the backend's message, for example that it replaces an earlier review, or null. */
export async function createReview(review: NewReview, token: string): Promise<string | null> {
  const schema = v.fallback(ReviewSaved, {});
  const { message } = await request('functions/v1/hotel-reviews', { method: 'POST', body: { ...review }, token, schema });
  return message || null;
}

/** Call 8: the reviews of an establishment and their statistics. */
export function listReviews(hotel: ReviewedHotel, token: string, signal?: AbortSignal): Promise<ReviewList> {
  return request('functions/v1/hotel-reviews', { query: { ...hotel }, token, signal, schema: ReviewList });
}

/** Enable it only with a token: the backend rejects the request of a visitor. */
export const reviewsQuery = (hotel: ReviewedHotel, token: string) =>
  queryOptions({
    queryKey: ['reviews', hotel],
    queryFn: ({ signal }) => listReviews(hotel, token, signal),
  });
