import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { backend } from '@/testing/backend';
import { login } from './auth';
import { ApiError, NetworkError } from './errors';
import { listHotels } from './hotels';
import { onRejectedToken } from './rejectedToken';
import { isTransient, readRetryAfter, retryDelay, shouldRetry } from './retry';
import { listSearches } from './searches';

const failing = (status: number, headers: Record<string, string> = {}, body: object = { error: 'Non' }) =>
  backend.use(http.all('http://isula.test/*', () => HttpResponse.json(body, { status, headers })));
const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('every call', () => {
  it.each([
    [429, '30', 30_000],
    [503, '2', 2000],
    [503, 'Tue, 02 Mar 2027 10:00:05 GMT', 5000],
  ])('a %i has the wait that the server asks for: %s', async (status, header, wait) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-02T10:00:00Z') });
    failing(status, { 'Retry-After': header });
    expect(await failure(listHotels())).toMatchObject({ status, retryAfterMs: wait });
  });

  it('says whether the browser is offline, the call timed out, or the server was not reached', async () => {
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.error()));
    expect(await failure(listHotels())).toMatchObject({ reason: 'unreachable' });
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await failure(listHotels())).toMatchObject({ reason: 'offline' });
    online.mockReturnValue(true);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('Too slow', 'TimeoutError')));
    expect(await failure(listHotels())).toMatchObject({ reason: 'timeout' });
  });

  it('can be aborted in a browser without AbortSignal.any', async () => {
    const controller = new AbortController();
    vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout.bind(AbortSignal) });
    backend.use(http.get('*/rest/v1/hotels', () => HttpResponse.json([])));
    expect(await listHotels(1, controller.signal)).toEqual([]);
    controller.abort(new Error('left'));
    expect(await failure(listHotels(1, controller.signal))).toEqual(new Error('left'));
  });

  it('reports a user’s token that is rejected, by status or by code; a failed login has none', async () => {
    const rejected = vi.fn();
    onRejectedToken(rejected);
    failing(401);
    await failure(login('a@b.fr', 'wrong'));
    expect(rejected).not.toHaveBeenCalled();
    await failure(listSearches('u1', 'token-1'));
    failing(400, {}, { code: 401, message: 'Invalid JWT' });
    await failure(listSearches('u1', 'token-2'));
    failing(403);
    await failure(listSearches('u1', 'token-3'));
    expect(rejected.mock.calls).toEqual([['token-1'], ['token-2']]);
  });
});

describe('retries', () => {
  const answer = (status: number, retryAfterMs?: number) => new ApiError(status, undefined, undefined, '', retryAfterMs);

  it.each([
    ['a lost connection', new NetworkError('lost'), true],
    ['no connection', new NetworkError('offline', 'offline'), false],
    ['a timeout', new NetworkError('slow', 'timeout'), false],
    ['500', answer(500), true],
    ['503 with a short wait', answer(503, 2000), true],
    ['503 with a long wait', answer(503, 60_000), false],
    ['429 with a short wait', answer(429, 2000), true],
    ['429 without a wait', answer(429), false],
    ['404', answer(404), false],
  ])('after %s: %s', (_, error, retried) => {
    expect(shouldRetry(0, error)).toBe(retried);
    expect(shouldRetry(2, error)).toBe(false);
  });

  it('double their wait, and wait as long as the server asks', () => {
    expect([0, 1, 2].map((failures) => retryDelay(failures, answer(500)))).toEqual([1000, 2000, 4000]);
    expect(retryDelay(0, answer(503, 7000))).toBe(7000);
    expect(retryDelay(1, answer(503, 7000), 350)).toBe(7000);
  });

  it('are worth it for 429 and 5xx', () => expect([429, 500, 503, 404, 401].map((status) => isTransient(answer(status)))).toEqual([true, true, true, false, false]));

  it.each([null, '', 'soon'])('an unreadable Retry-After %j is none', (header) => expect(readRetryAfter(header)).toBeUndefined());
});
