import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { backend } from '@/testing/backend';
import { request } from './client';
import { ApiError, NetworkError } from './errors';

const PATH = 'functions/v1/submit-host-application';
const HALF_A_MEGABYTE = 512 * 1024;

afterEach(() => {
  vi.useRealTimers();
});

function send(options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {}) {
  const body = new FormData();
  body.set('image_0', new File([new Uint8Array(HALF_A_MEGABYTE)], 'photo.jpg', { type: 'image/jpeg' }));
  return request(PATH, { method: 'POST', body, onProgress: () => {}, ...options, schema: v.object({ success: v.boolean() }) });
}

describe('an upload with progress', () => {
  it('sends the key, reports progress up to 1 and returns the parsed response', async () => {
    const shares: number[] = [];
    backend.use(
      http.post(`*/${PATH}`, async ({ request: sent }) => {
        expect(sent.headers.get('authorization')).toBe('Bearer public-key');
        expect((await sent.arrayBuffer()).byteLength).toBeGreaterThan(HALF_A_MEGABYTE);
        return HttpResponse.json({ success: true });
      }),
    );
    await expect(send({ onProgress: (share) => shares.push(share) })).resolves.toEqual({ success: true });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
  });

  it('rejects with the server’s message after an error response', async () => {
    backend.use(http.post(`*/${PATH}`, () => HttpResponse.json({ error: 'Trop grand.' }, { status: 413 })));
    const error = await send().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 413, serverMessage: 'Trop grand.' });
  });

  it('rejects with a NetworkError if the connection fails', async () => {
    backend.use(http.post(`*/${PATH}`, () => HttpResponse.error()));
    await expect(send()).rejects.toBeInstanceOf(NetworkError);
  });

  it('rejects with an AbortError if the caller aborts', async () => {
    backend.use(http.post(`*/${PATH}`, () => new Promise<never>(() => {})));
    const controller = new AbortController();
    const sending = send({ signal: controller.signal });
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    await expect(send({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('times out after 150 seconds without progress', async () => {
    let arrived: () => void = () => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    backend.use(
      http.post(`*/${PATH}`, async ({ request: sent }) => {
        await sent.arrayBuffer();
        arrived();
        return new Promise<never>(() => {});
      }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sending = expect(send()).rejects.toBeInstanceOf(NetworkError);
    await arrival;
    vi.advanceTimersByTime(150_000);
    await sending;
  });
});
