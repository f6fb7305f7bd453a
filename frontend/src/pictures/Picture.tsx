import type { CSSProperties } from 'react';
import { classes } from '@/components/classes';
import { PICTURES, pictureVariants, WIDE_SCREENS, WIDE_SCREENS_ONLY, type PictureName } from './manifest';
import styles from './Picture.module.css';

interface PictureProps {
  name: PictureName;
  /** Empty if the text next to the picture says the same. */
  alt: string;
  /** The displayed width, in the syntax of the `sizes` attribute. */
  sizes: string;
  /** Width divided by height; by default the picture's own. */
  ratio?: number;
  /** Loads eagerly, for the main picture of the first screen. */
  priority?: boolean;
  /** Fills its positioned parent; `ratio` is then ignored. */
  fill?: boolean;
  className?: string | undefined;
}

/** One of the site's own pictures: a gradient placeholder, then the variant of the fitting size. */
export function Picture({ name, alt, sizes, ratio, priority = false, fill = false, className }: PictureProps) {
  const { width, height, widths, placeholder, hash } = PICTURES[name];
  const style: CSSProperties = {
    backgroundImage: `linear-gradient(${placeholder.split(' ').map((colour) => `#${colour}`).join(', ')})`,
    ...(fill ? {} : { aspectRatio: ratio ?? width / height }),
  };
  return (
    <picture className={classes(styles['frame'], fill && styles['fill'], className)} style={style}>
      {widths.includes(WIDE_SCREENS_ONLY) && (
        <source type="image/avif" media={WIDE_SCREENS} srcSet={pictureVariants(name, 'avif', 'wide')} sizes={sizes} />
      )}
      <source type="image/avif" srcSet={pictureVariants(name, 'avif', 'phones')} sizes={sizes} />
      <img
        src={`/pictures/${name}-${hash}-${widths[0]}.webp`}
        srcSet={pictureVariants(name, 'webp', 'phones')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        className={styles['image']}
      />
    </picture>
  );
}
