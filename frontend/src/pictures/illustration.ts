import { isPictureName, pictureAt, type PictureName } from './manifest';

/** The address of a drawing in the backend's bucket. Uploaded photos have other names. */
const SEEDED = /\/hotel-images\/([a-z0-9-]+)\.webp$/;

/** The site's own drawing at an address, on the site or in the backend's bucket; null for a photo. */
export function drawingAt(address: string): PictureName | null {
  const seeded = SEEDED.exec(address)?.[1];
  return pictureAt(address) ?? (seeded !== undefined && isPictureName(seeded) ? seeded : null);
}

/** Whether the picture at an address is one of the site's own drawings, and not a photo. */
export function isIllustration(address: string): boolean {
  return drawingAt(address) !== null;
}

/** The i18next context of texts about one picture, whose default is a photo. */
export function pictureContext(address: string): { readonly context?: 'illustration' } {
  return isIllustration(address) ? { context: 'illustration' } : {};
}

/** The i18next context of texts about several pictures, whose default are photos. */
export function picturesContext(addresses: readonly string[]): { readonly context?: 'illustration' | 'mixed' } {
  if (!addresses.some(isIllustration)) return {};
  return { context: addresses.every(isIllustration) ? 'illustration' : 'mixed' };
}
