import { backendConfig } from '@/api/config';

/** Where the backend's storage has public files. */
const PUBLIC_FILES = '/storage/v1/object/public/';
/** Where it resizes them (`width` in pixels; it never enlarges). */
const RESIZED_FILES = '/storage/v1/render/image/public/';
export const PHOTO_WIDTHS = [480, 800, 1200, 1600];
/** The most pixels that the longer side of an uploaded photo has. The original is then the largest variant. */
export const ORIGINAL_WIDTH = 2000;

/**
 * The `srcset` of a photo in the backend's storage. Undefined for other addresses: other hosts have no transformation
 * that the site knows of.
 */
export function photoVariants(address: string): string | undefined {
  const files = backendConfig().url + PUBLIC_FILES;
  if (!address.startsWith(files) || address.includes('?')) return undefined;
  const resized = backendConfig().url + RESIZED_FILES + address.slice(files.length);
  return [...PHOTO_WIDTHS.map((width) => `${resized}?width=${width} ${width}w`), `${address} ${ORIGINAL_WIDTH}w`].join(', ');
}
