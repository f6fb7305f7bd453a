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

describe('an upload that tells how far it is', () => {
  it('carries the key, goes up to the whole, and answers like any other call', async () => {
    const told: number[] = [];
    backend.use(
      http.post(`*/${PATH}`, async ({ request: sent }) => {
        expect(sent.headers.get('authorization')).toBe('Bearer public-key');
        expect((await sent.arrayBuffer()).byteLength).toBeGreaterThan(HALF_A_MEGABYTE);
        return HttpResponse.json({ success: true });
      }),
    );
    await expect(send({ onProgress: (share) => told.push(share) })).resolves.toEqual({ success: true });
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
  });

  it('refused, it says why', async () => {
    backend.use(http.post(`*/${PATH}`, () => HttpResponse.json({ error: 'Trop grand.' }, { status: 413 })));
    const refusal = await send().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 413, serverMessage: 'Trop grand.' });
  });

  it('without a connection it is a matter of the network', async () => {
    backend.use(http.post(`*/${PATH}`, () => HttpResponse.error()));
    await expect(send()).rejects.toBeInstanceOf(NetworkError);
  });

  it('called off, it is no failure of the network', async () => {
    backend.use(http.post(`*/${PATH}`, () => new Promise<never>(() => {})));
    const controller = new AbortController();
    const sending = send({ signal: controller.signal });
    controller.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    await expect(send({ signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('given up when nothing moves for two and a half minutes', async () => {
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
