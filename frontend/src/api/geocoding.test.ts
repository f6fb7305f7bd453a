import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { backend } from '@/testing/backend';
import { NetworkError } from './errors';
import { reverseGeocode } from './geocoding';

const SERVICE = 'https://geocoder.example/v1/json';

function configure(): void {
  vi.stubEnv('VITE_GEOCODER_URL', SERVICE);
  vi.stubEnv('VITE_GEOCODER_KEY', 'a-key');
}

describe('§7.17 reverse geocoding', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('makes no request if no service is configured', async () => {
    // The mocked network fails the test on any request.
    await expect(reverseGeocode(42.57, 8.76)).resolves.toBeNull();
  });

  it('requests the position once, in French', async () => {
    configure();
    const requested: URLSearchParams[] = [];
    backend.use(
      http.get(SERVICE, ({ request }) => {
        requested.push(new URL(request.url).searchParams);
        return HttpResponse.json({ results: [{ formatted: 'Calvi, Corse', components: { town: 'Calvi' } }] });
      }),
    );
    await expect(reverseGeocode(42.57, 8.76)).resolves.toBe('Calvi');
    expect(requested.map((query) => Object.fromEntries(query))).toEqual([{ q: '42.57,8.76', key: 'a-key', language: 'fr', limit: '1' }]);
  });

  it('rejects with a NetworkError after an error response', async () => {
    configure();
    backend.use(http.get(SERVICE, () => new HttpResponse(null, { status: 402 })));
    await expect(reverseGeocode(42.57, 8.76)).rejects.toThrow(NetworkError);
  });
});
