import { afterEach, expect, it, vi } from 'vitest';
import { setConsent } from '@/consent/consent';
import { locateTown } from './locate';

afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'));

it('§9.24 geolocation: with high accuracy, within 10,000 ms, and at most 300,000 ms old', async () => {
  const getCurrentPosition = vi.fn<(found: (position: object) => void, ...rest: unknown[]) => void>((found) =>
    found({ coords: { latitude: 42.57, longitude: 8.76 } }),
  );
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  await expect(locateTown()).resolves.toMatchObject({ far: false });
  expect(getCurrentPosition).toHaveBeenCalledExactlyOnceWith(expect.any(Function), expect.any(Function), {
    enableHighAccuracy: true,
    timeout: 10_000,
    maximumAge: 300_000,
  });
});

it('§7.17 geolocation: the geocoder is asked only after a consent, and no more after a refusal', async () => {
  vi.stubEnv('VITE_GEOCODER_URL', 'https://geocoder.example/json');
  vi.stubEnv('VITE_GEOCODER_KEY', 'key');
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ results: [] })));
  const getCurrentPosition = (found: (position: object) => void) => found({ coords: { latitude: 42.57, longitude: 8.76 } });
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  await expect(locateTown()).resolves.toMatchObject({ town: 'Calvi' });
  expect(fetched).not.toHaveBeenCalled();
  setConsent('geocoder', true);
  await expect(locateTown()).resolves.toMatchObject({ town: 'Calvi' });
  expect(fetched).toHaveBeenCalledOnce();
  setConsent('geocoder', false);
  await expect(locateTown()).resolves.toMatchObject({ town: 'Calvi' });
  expect(fetched).toHaveBeenCalledOnce();
  localStorage.clear();
  vi.unstubAllEnvs();
});
