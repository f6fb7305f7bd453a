import { describe, expect, it } from 'vitest';
import { anonKey, call, client, forged, newPerson } from './backend.ts';
import { expectRefused } from './refusals.ts';

const FUNCTION = 'functions/v1/hotel-reviews';
/** A place of this test's own: what belongs to no establishment is kept under its name. */
const newPlace = () => `contrat-${crypto.randomUUID()}`;
const review = (hotelId: string | number, more: object = {}) => ({
  hotelId, hotelName: 'Contrat', rating: 5, reviewTitle: 'Parfait', reviewText: 'Une nuit très calme.', stayDate: '2025-06-01', ...more,
});

describe('§7 calls 7 and 8: hotel-reviews', () => {
  it('§7.7, §7.8 calls 7 and 8: a review is taken and listed with its statistics', async () => {
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

  it('§7.7 call 7: an account has one review of a place; the second replaces the first and says so', async () => {
    const { token } = await newPerson();
    const place = newPlace();
    expect((await call(FUNCTION, review(place), token)).body).not.toHaveProperty('replaced');
    expect((await call(FUNCTION, review(place, { rating: 1 }), token)).body).toMatchObject({ success: true, replaced: true, message: expect.any(String) });
    const { body } = await call(`${FUNCTION}?hotelId=${place}`, undefined, token);
    expect(body).toMatchObject({ reviews: [{ rating: 1 }], statistics: { totalReviews: 1 } });
  });

  it('§7.7 call 7: a hotel that does not exist cannot be reviewed', async () => {
    const { token } = await newPerson();
    expectRefused(await call(FUNCTION, review(987_654_321), token), 404);
  });

  it('§7.7 call 7: an establishment’s own figures follow at once', async () => {
    const { token } = await newPerson();
    const reviewsOf = async () => {
      const { data } = await client().from('hotels').select('reviews_count').eq('id', 160).single();
      return Number(data?.reviews_count);
    };
    const before = await reviewsOf();
    await call(FUNCTION, review('160'), token);
    expect(await reviewsOf()).toBe(before + 1);
  });

  it('§6.1 hotel-reviews: nobody reads or writes without a token that is good', async () => {
    const { token } = await newPerson();
    for (const bad of [anonKey, 'nonsense', forged(token)]) {
      const written = await call(FUNCTION, review(1), bad);
      expectRefused(written, 401);
      expect(written.body['success']).toBe(false);
      expectRefused(await call(`${FUNCTION}?hotelId=1`, undefined, bad), 401);
    }
  });

  it('§5.8 call 7: one to five whole stars, a hundred and five hundred characters, no day to come', async () => {
    const { token } = await newPerson();
    const place = newPlace();
    for (const wrong of [{ rating: 0 }, { rating: 6 }, { rating: 4.5 }, { rating: null }, { reviewTitle: 'é'.repeat(101) }, { reviewText: 'é'.repeat(501) }, { stayDate: '2999-01-01' }, { stayDate: 'hier' }]) {
      expectRefused(await call(FUNCTION, review(place, wrong), token), 400);
    }
    const longest = review(place, { reviewTitle: 'é'.repeat(100), reviewText: '€'.repeat(500) });
    expect((await call(FUNCTION, longest, token)).body).toMatchObject({ success: true });
  });

  it('§7 hotel-reviews: the client reads refusals as FunctionsHttpError, answers as data', async () => {
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

  it('§7 functions: one that does not exist is a 404 in JSON', async () => {
    const { error } = await client().functions.invoke('no-such-function', { body: {} });
    expect((error as { context: Response }).context.status).toBe(404);
    expect((error as { context: Response }).context.headers.get('content-type')).toMatch(/json/);
  });
});
