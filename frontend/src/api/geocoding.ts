import * as v from 'valibot';
import { NetworkError } from './errors';

const GeocoderResponse = v.object({
  results: v.array(
    v.object({
      formatted: v.optional(v.string()),
      components: v.optional(
        v.object({
          city: v.optional(v.string()),
          town: v.optional(v.string()),
          village: v.optional(v.string()),
          county: v.optional(v.string()),
        }),
      ),
    }),
  ),
});

const TIMEOUT_MS = 10_000;

/**
 * Call 17, to a third-party geocoder: the name of the place at a position. Null if no geocoder is configured. The
 * result only confirms the position; the destination is the nearest known town (`nearestTown`).
 */
export async function reverseGeocode(latitude: number, longitude: number): Promise<string | null> {
  const service = import.meta.env.VITE_GEOCODER_URL;
  const key = import.meta.env.VITE_GEOCODER_KEY;
  if (!service || !key) return null;
  const query = new URLSearchParams({ q: `${latitude},${longitude}`, key, language: 'fr', limit: '1' });
  const response = await fetch(`${service}?${query}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new NetworkError(`The geocoder answered ${response.status}`);
  const { results } = v.parse(GeocoderResponse, await response.json());
  const place = results[0];
  return place?.components?.city ?? place?.components?.town ?? place?.components?.village ?? place?.formatted ?? null;
}
