import { describe, expect, it } from 'vitest';
import { anonKey, call, client, forged, newPerson } from './backend.ts';
import { expectErrorResponse } from './errorResponse.ts';

const FUNCTION = 'functions/v1/hotel-reviews';
/** The slug of a new place: reviews of unknown establishments are stored under their slug. */
const newPlace = () => `contrat-${crypto.randomUUID()}`;
const review = (hotelId: string | number, more: object = {}) => ({
  hotelId, hotelName: 'Contrat', rating: 5, reviewTitle: 'Parfait', reviewText: 'Une nuit très calme.', stayDate: '2025-06-01', ...more,
});

describe('§7 calls 7 and 8: hotel-reviews', () => {
  it('§7.7, §7.8 calls 7 and 8: reviews are saved and listed with their statistics', async () => {
    const { token, email } = await newPerson();
    const place = newPlace();
    expect((await call(FUNCTION, review(place), token)).body).toMatchObject({ success: true });
    const another = await newPerson();
    expect((await call(FUNCTION, review(place, { rating: 2, reviewTitle: '', reviewText: '', stayDate: null }), another.token)).body).toMatchObject({ success: true });
    const { status, body } = await call(`${FUNCTION}?hotelId=${place}`, undefined, token);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        success: true,
        reviews: [
          { rating: 2, review_title: '', review_text: '', stay_date: null },
          { rating: 5, user_name: 'Lucie C.', is_verified: false, review_title: 'Parfait', review_text: 'Une nuit très calme.', stay_date: '2025-06-01', created_at: expect.any(String) },
        ],
        statistics: { totalReviews: 2, ratingDistribution: { 5: 1, 4: 0, 3: 0, 2: 1, 1: 0 } },
      },
    });
    expect(Number((body['statistics'] as { averageRating: number | string }).averageRating)).toBe(3.5);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it('§7.7 call 7: a second review of an account replaces the first, and the response says so', async () => {
    const { token } = await newPerson();
    const place = newPlace();
    expect((await call(FUNCTION, review(place), token)).body).not.toHaveProperty('replaced');
    expect((await call(FUNCTION, review(place, { rating: 1 }), token)).body).toMatchObject({ success: true, replaced: true, message: expect.any(String) });
    const { body } = await call(`${FUNCTION}?hotelId=${place}`, undefined, token);
    expect(body).toMatchObject({ reviews: [{ rating: 1 }], statistics: { totalReviews: 1 } });
  });

  it('§7.7 call 7: a review of an unknown hotel id is a 404', async () => {
    const { token } = await newPerson();
    expectErrorResponse(await call(FUNCTION, review(987_654_321), token), 404);
  });

  it('§7.7 call 7: a review updates the hotel’s number of reviews at once', async () => {
    const { token } = await newPerson();
    const reviewsOf = async () => {
      const { data } = await client().from('hotels').select('reviews_count').eq('id', 160).single();
      return Number(data?.reviews_count);
    };
    const before = await reviewsOf();
    await call(FUNCTION, review('160'), token);
    expect(await reviewsOf()).toBe(before + 1);
  });

  it('§6.1 hotel-reviews: reading and writing need a valid user token', async () => {
    const { token } = await newPerson();
    for (const bad of [anonKey, 'nonsense', forged(token)]) {
      const written = await call(FUNCTION, review(1), bad);
      expectErrorResponse(written, 401);
      expect(written.body['success']).toBe(false);
      expectErrorResponse(await call(`${FUNCTION}?hotelId=1`, undefined, bad), 401);
    }
  });

  it('§5.8 call 7: rejects invalid ratings, long titles and texts, and invalid or future dates', async () => {
    const { token } = await newPerson();
    const place = newPlace();
    for (const wrong of [{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: null }, { reviewTitle: 'é'.repeat(101) }, { reviewText: 'é'.repeat(501) }, { stayDate: '2999-01-01' }, { stayDate: 'hier' }]) {
      expectErrorResponse(await call(FUNCTION, review(place, wrong), token), 400);
    }
    const longest = review(place, { reviewTitle: 'é'.repeat(100), reviewText: '€'.repeat(500) });
    expect((await call(FUNCTION, longest, token)).body).toMatchObject({ success: true });
  });

  it('§7 hotel-reviews: supabase-js returns errors as FunctionsHttpError and successes as data', async () => {
    const { token } = await newPerson();
    const refused = await client().functions.invoke('hotel-reviews', { body: review(1) });
    expect(refused.data).toBeNull();
    expect(refused.error).toMatchObject({ name: 'FunctionsHttpError' });
    const context = (refused.error as { context: Response }).context;
    expect(context.status).toBe(401);
    expect(await context.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    const taken = await client(anonKey, token).functions.invoke('hotel-reviews', { body: review(newPlace()) });
    expect(taken).toMatchObject({ error: null, data: { success: true } });
  });

  it('§7 functions: an unknown function is a 404 in JSON', async () => {
    const { error } = await client().functions.invoke('no-such-function', { body: {} });
    expect((error as { context: Response }).context.status).toBe(404);
    expect((error as { context: Response }).context.headers.get('content-type')).toMatch(/json/);
  });
});
