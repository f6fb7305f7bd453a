import * as v from 'valibot';
import { NetworkError } from './errors';

const Answer = v.object({
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

const PATIENCE_MS = 10_000;

/**
 * Call 17, to a geocoder of another house. Null when none is configured. Its answer confirms the position; the town
 * itself is the nearest one that we know.
 */
export async function reverseGeocode(latitude: number, longitude: number): Promise<string | null> {
  const service = import.meta.env.VITE_GEOCODER_URL;
  const key = import.meta.env.VITE_GEOCODER_KEY;
  if (!service || !key) return null;
  const query = new URLSearchParams({ q: `${latitude},${longitude}`, key, language: 'fr', limit: '1' });
  const response = await fetch(`${service}?${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new NetworkError(`The geocoder answered ${response.status}`);
  const { results } = v.parse(Answer, await response.json());
  const place = results[0];
  return place?.components?.city ?? place?.components?.town ?? place?.components?.village ?? place?.formatted ?? null;
}
