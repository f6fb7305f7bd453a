import manifest from './manifest.gen.json';

/** The name of one of the site's own pictures. */
export type PictureName = keyof typeof manifest;

/** A picture that `npm run pictures` has rendered. */
export interface RenderedPicture {
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

/** The URL of a picture's widest variant, for places that take a URL, such as `og:image`. */
export function pictureAddress(name: PictureName): string {
  const { hash, widths } = PICTURES[name];
  return `/pictures/${name}-${hash}-${Math.max(...widths)}.webp`;
}
