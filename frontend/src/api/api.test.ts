import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { backend } from '@/testing/backend';
import { createHotel } from './administration';
import { login, register } from './auth';
import { ApiError, NetworkError, UnexpectedResponseError } from './errors';
import { getHotel, listHotels, listHotelsByIds } from './hotels';
import { createReview, listReviews } from './reviews';
import { listSearches, saveSearch } from './searches';
import { fetchTranslations } from './translations';

const at = (path: string) => `http://isula.test/${path}`;
const row = { id: 7, name: 'Auberge', city: 'Corte', location: 'Corte, Corse', rating: '4.30', price_per_night: '88.00', images: ['/storage/v1/object/public/x.webp'] };

/** Mocks one endpoint and resolves with the request that it got. */
function answering(method: 'get' | 'post', path: string, body: object, status = 200): Promise<{ request: Request; json: unknown }> {
  return new Promise((resolve) => {
    backend.use(
      http[method](at(path), async ({ request }) => {
        const copy = request.clone();
        resolve({ request, json: method === 'post' ? await copy.json() : undefined });
        return HttpResponse.json(body, { status });
      }),
    );
  });
}

describe('§7 calls', () => {
  it('§7.1, §7.2, §7.23 calls 1 and 2: registration and login send their action and the public key', async () => {
    const registration = { email: 'a@b.fr', password: 'secret1', userData: { firstName: 'A', lastName: 'B', phone: '', address: '', city: '', postalCode: '', country: 'France' } };
    const registered = answering('post', 'functions/v1/user-auth', {});
    await register(registration);
    expect((await registered).json).toEqual({ action: 'register', ...registration });
    expect((await registered).request.headers.get('apikey')).toBe('public-key');
    expect((await registered).request.headers.get('authorization')).toBe('Bearer public-key');
    expect((await registered).request.headers.get('accept-language')).toBe('fr');

    const loggedIn = answering('post', 'functions/v1/user-auth', { session: { access_token: 't' }, user: { id: '1', email: 'a@b.fr' } });
    await expect(login('a@b.fr', 'secret1')).resolves.toMatchObject({ session: { access_token: 't' } });
    expect((await loggedIn).json).toEqual({ action: 'login', email: 'a@b.fr', password: 'secret1' });
  });

  it('§7.3 call 3: translations are requested by language', async () => {
    const asked = answering('get', 'functions/v1/translations', { common: { brand: 'Isula' } });
    await expect(fetchTranslations('de')).resolves.toEqual({ common: { brand: 'Isula' } });
    expect(new URL((await asked).request.url).search).toBe('?action=get&language=de');
  });

  it('§7.4, §7.5 calls 4 and 5: searches are saved and listed with the person’s token', async () => {
    const saved = answering('post', 'functions/v1/user-searches', {});
    await saveSearch({ destination: 'Calvi', checkin: null, checkout: null, guests: 1 }, 'token');
    expect((await saved).json).toEqual({ destination: 'Calvi', checkin: null, checkout: null, guests: 1 });
    expect((await saved).request.headers.get('authorization')).toBe('Bearer token');

    const listed = answering('get', 'functions/v1/user-searches', { searches: [{ id: 3, destination: 'Calvi', guests: '2', created_at: '2027-01-01T00:00:00Z' }] });
    await expect(listSearches('u1', 'token')).resolves.toEqual([
      { id: '3', destination: 'Calvi', checkin: null, checkout: null, guests: 2, created_at: '2027-01-01T00:00:00Z' },
    ]);
    expect(new URL((await listed).request.url).search).toBe('?userId=u1&limit=25');
  });

  it('§7.6, §3.2, §3.14 call 6: numeric texts of hotels become numbers, and picture paths become URLs', async () => {
    const asked = answering('get', 'rest/v1/hotels', [row]);
    const [hotel] = await listHotels(10);
    expect(hotel).toMatchObject({ id: 7, rating: 4.3, pricePerNight: 88, reviewsCount: 0, amenities: [], images: ['/storage/v1/object/public/x.webp'] });
    const { searchParams } = new URL((await asked).request.url);
    expect(Object.fromEntries(searchParams)).toEqual({ select: '*', is_active: 'eq.true', limit: '10' });
  });

  it('§7.6 call 6: an unreadable hotel is left out, its neighbours remain; an answer without any readable hotel is an error', async () => {
    const { id, name } = row;
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    void answering('get', 'rest/v1/hotels', [{ id: 8 }, { id, name, rating: 'good', images: null, amenities: 'Wi-Fi' }]);
    await expect(listHotels()).resolves.toEqual([expect.objectContaining({ id, name, rating: 0, images: [], amenities: [], city: '' })]);
    expect(warned).toHaveBeenCalledOnce();
    void answering('get', 'rest/v1/hotels', [{ id: 8 }]);
    await expect(listHotels()).rejects.toBeInstanceOf(UnexpectedResponseError);
  });

  it('§7.9, §7.16 calls 9 and 16: one hotel by its id, several by theirs', async () => {
    const one = answering('get', 'rest/v1/hotels', []);
    await expect(getHotel(4)).resolves.toBeNull();
    expect(new URL((await one).request.url).searchParams.get('id')).toBe('eq.4');
    const several = answering('get', 'rest/v1/hotels', [row]);
    await expect(listHotelsByIds([105, 7])).resolves.toHaveLength(1);
    expect(Object.fromEntries(new URL((await several).request.url).searchParams)).toEqual({ select: '*', id: 'in.(105,7)', order: 'rating.desc' });
  });

  it('§7.7, §7.8 calls 7 and 8: reviews are posted and listed', async () => {
    const review = { hotelId: 7, hotelName: 'Auberge', rating: 5, reviewTitle: '', reviewText: '', stayDate: null };
    const posted = answering('post', 'functions/v1/hotel-reviews', { success: true });
    await createReview(review, 'token');
    expect((await posted).json).toEqual(review);
    const listed = answering('get', 'functions/v1/hotel-reviews', {
      success: true,
      reviews: [{ id: 'r', user_name: 'Léa M.', is_verified: false, created_at: '2027-01-01T00:00:00Z', stay_date: null, rating: 5, review_title: 'Bien', review_text: '', language: 'de' }],
      statistics: { totalReviews: 1, averageRating: '5.00', ratingDistribution: { 5: 1, 4: 0, 3: 0, 2: 0, 1: 0 } },
    });
    await expect(listReviews({ hotelName: 'Auberge' }, 'token')).resolves.toMatchObject({ statistics: { averageRating: 5 }, reviews: [{ userName: 'Léa M.', language: 'de' }] });
    expect(new URL((await listed).request.url).search).toBe('?hotelName=Auberge');
  });
});

describe('§7.13 call 13', () => {
  it('§7.13 call 13: creating a hotel has the front door’s timeout, other calls have 30 seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout');
    const asked = answering('post', 'functions/v1/create-hotel-from-application', { success: true });
    await createHotel('a1', 'token');
    expect((await asked).json).toEqual({ applicationId: 'a1' });
    expect(limit).toHaveBeenLastCalledWith(150_000);
    backend.use(http.get(at('rest/v1/hotels'), () => HttpResponse.json([])));
    await listHotels();
    expect(limit).toHaveBeenLastCalledWith(30_000);
  });

  it('§7.13 call 13: a timeout is a NetworkError', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('Too slow', 'TimeoutError')));
    await expect(createHotel('a1', 'token')).rejects.toBeInstanceOf(NetworkError);
  });
});

describe('§8 failures', () => {
  const failure = () => login('a@b.fr', 'x').catch((error: unknown) => error);

  it('§8.1 failures: an error keeps the server’s message', async () => {
    void answering('post', 'functions/v1/user-auth', { error: 'Identifiants invalides', code: 'invalid_credentials' }, 400);
    expect(await failure()).toMatchObject({ status: 400, code: 'invalid_credentials', serverMessage: 'Identifiants invalides' });
  });

  it('§8 failures: a 200 with an error or without success is an error too', async () => {
    void answering('post', 'functions/v1/user-auth', { error: 'Non' });
    expect(await failure()).toBeInstanceOf(ApiError);
    void answering('post', 'functions/v1/hotel-reviews', { success: false, error: 'Non' });
    await expect(createReview({ hotelId: 1, hotelName: '', rating: 1, reviewTitle: '', reviewText: '', stayDate: null }, 't')).rejects.toThrow('Non');
  });

  it('§8.16 failures: unauthorised is recognised by status 401 or by code 401', async () => {
    void answering('post', 'functions/v1/user-auth', { message: 'Invalid JWT' }, 401);
    expect(await failure()).toMatchObject({ isUnauthorized: true });
    void answering('post', 'functions/v1/user-auth', { code: 401, message: 'Invalid JWT' }, 400);
    expect(await failure()).toMatchObject({ isUnauthorized: true });
    void answering('post', 'functions/v1/user-auth', { code: 401, message: 'Invalid JWT' }, 401);
    expect(await failure()).toMatchObject({ isUnauthorized: true, serverMessage: 'Invalid JWT' });
  });

  it('failures: a session that has ended for the auth service is unauthorised too, other errors with 403 are not', async () => {
    for (const error_code of ['session_not_found', 'bad_jwt', 'user_not_found']) {
      void answering('post', 'functions/v1/user-auth', { code: 403, error_code, msg: 'No session' }, 403);
      // One answer after the other.
      // oxlint-disable-next-line no-await-in-loop
      expect(await failure()).toMatchObject({ isUnauthorized: true, code: error_code, serverMessage: undefined });
    }
    void answering('post', 'functions/v1/user-auth', { error: 'Non', code: 'wrong_password' }, 403);
    expect(await failure()).toMatchObject({ isUnauthorized: false });
    void answering('post', 'functions/v1/user-auth', { error: 'Non', code: 'session_not_found' }, 404);
    expect(await failure()).toMatchObject({ isUnauthorized: false });
  });

  it('§8 failures: a network error and an unexpected response have different error types', async () => {
    backend.use(http.post(at('functions/v1/user-auth'), () => HttpResponse.error()));
    expect(await failure()).toBeInstanceOf(NetworkError);
    void answering('post', 'functions/v1/user-auth', { session: {} });
    expect(await failure()).toBeInstanceOf(UnexpectedResponseError);
  });

  it('§8 failures: a response body that breaks off is a NetworkError', async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('The connection was lost')) });
    backend.use(http.post(at('functions/v1/user-auth'), () => new HttpResponse(broken)));
    expect(await failure()).toBeInstanceOf(NetworkError);
  });
});
