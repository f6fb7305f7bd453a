import { afterEach, expect, it, vi } from 'vitest';
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
