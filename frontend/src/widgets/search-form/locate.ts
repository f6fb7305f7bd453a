import { reverseGeocode } from '@/api/geocoding';
import { DEFAULT_TOWN, nearestTown, type Town } from '@/geography/towns';

const RADIUS_KM = 500;
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 300_000 };

/** Reasons for a failed geolocation. Their texts are in the dictionary `search`, under `geolocation`. */
export type LocateFailure = 'unsupported' | 'denied' | 'unavailable' | 'timeout' | 'other' | 'geocoding';

export class LocateError extends Error {
  override readonly name = 'LocateError';
  readonly reason: LocateFailure;

  constructor(reason: LocateFailure, cause?: unknown) {
    super(`No position: ${reason}`, { cause });
    this.reason = reason;
  }
}

interface Located {
  readonly town: Town;
  /** Whether the visitor is too far from the island; the town is then Ajaccio. */
  readonly far: boolean;
}

/** The known town nearest to the visitor's position. Throws a `LocateError`. */
export async function locateTown(): Promise<Located> {
  const { latitude, longitude } = await currentPosition();
  try {
    // The geocoder's answer is not needed for the town, so it is asked only after a consent on the cookies page.
    const { consentTo } = await import('@/consent/consent');
    if (consentTo('geocoder') === true) await reverseGeocode(latitude, longitude);
  } catch (error) {
    throw new LocateError('geocoding', error);
  }
  const { town, kilometres } = nearestTown({ latitude, longitude });
  return kilometres <= RADIUS_KM ? { town, far: false } : { town: DEFAULT_TOWN, far: true };
}

async function currentPosition(): Promise<GeolocationCoordinates> {
  if (!('geolocation' in navigator)) throw new LocateError('unsupported');
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      (error) => reject(new LocateError(reasonOf(error), error)),
      OPTIONS,
    );
  });
}

function reasonOf(error: GeolocationPositionError): LocateFailure {
  switch (error.code) {
    case error.PERMISSION_DENIED:
      return 'denied';
    case error.POSITION_UNAVAILABLE:
      return 'unavailable';
    case error.TIMEOUT:
      return 'timeout';
    default:
      return 'other';
  }
}
