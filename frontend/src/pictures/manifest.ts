import manifest from './manifest.gen.json';

/** The name of one of the site's own pictures. */
export type PictureName = keyof typeof manifest;

/** A picture that `npm run pictures` has rendered. */
interface RenderedPicture {
  readonly width: number;
  readonly height: number;
  /** Widths of the variants in pixels, ascending. */
  readonly widths: number[];
  /** Colours of the gradient placeholder from top to bottom: `rrggbb`, separated by spaces. */
  readonly placeholder: string;
  readonly hash: string;
}

/** All pictures by name. */
export const PICTURES: Record<PictureName, RenderedPicture> = manifest;

/**
 * The width, in pixels, that exists as AVIF only and is offered to wide screens only. Phones with a device pixel ratio
 * of 3 would request it for every card, without a visible gain.
 */
export const WIDE_SCREENS_ONLY = 1200;
export const WIDE_SCREENS = '(min-width: 768px)';

/** The `srcset` of a picture. Phones are not offered `WIDE_SCREENS_ONLY`. */
export function pictureVariants(name: PictureName, format: 'avif' | 'webp', screens: 'phones' | 'wide'): string {
  const { hash, widths } = PICTURES[name];
  const offered = screens === 'wide' ? widths : widths.filter((width) => width !== WIDE_SCREENS_ONLY);
  return offered.map((width) => `/pictures/${name}-${hash}-${width}.${format} ${width}w`).join(', ');
}

/** The URL of a picture's widest WebP, for places that take a URL, such as `og:image`. */
export function pictureAddress(name: PictureName): string {
  const { hash, widths } = PICTURES[name];
  return `/pictures/${name}-${hash}-${Math.max(...widths.filter((width) => width !== WIDE_SCREENS_ONLY))}.webp`;
}

const ADDRESS = /^\/pictures\/([a-z0-9-]+)-[0-9a-f]{8}-\d+\.webp$/;

/** The picture at an address of `pictureAddress`; null for other addresses. */
export function pictureAt(address: string): PictureName | null {
  const name = ADDRESS.exec(address)?.[1];
  return name !== undefined && isPictureName(name) ? name : null;
}

/** Whether a text is the name of a picture. */
export function isPictureName(name: string): name is PictureName {
  return Object.hasOwn(PICTURES, name);
}
