import type { CSSProperties } from 'react';
import manifest from '@/pictures/manifest.gen.json';
import { classes } from '@/components/classes';
import styles from './Picture.module.css';

export type PictureName = keyof typeof manifest;

interface BakedPicture {
  width: number;
  height: number;
  widths: number[];
  /** Its colours from the top down, `rrggbb` each. */
  placeholder: string;
  hash: string;
}

const pictures: Record<string, BakedPicture> = manifest;
/** In pixels. A phone of three pixels to a point would ask for it in every card, and show no more by it. */
const FOR_WIDE_SCREENS = 1200;

interface PictureProps {
  name: PictureName;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** How wide it is shown, as the browser's `sizes` has it. */
  sizes: string;
  /** Width over height; the picture's own where left out. */
  ratio?: number;
  /** For the one that the first screen is about. */
  priority?: boolean;
  /** Fills its positioned parent in the place of having a ratio. */
  fill?: boolean;
  className?: string | undefined;
}

/** One of the drawn pictures: its colours at once, then the size that fits. */
export function Picture({ name, alt, sizes, ratio, priority = false, fill = false, className }: PictureProps) {
  const picture = pictures[name];
  if (!picture) return null;
  const { width, height, widths, placeholder, hash } = picture;
  const source = (format: string, offered: number[]) => offered.map((w) => `/pictures/${name}-${hash}-${w}.${format} ${w}w`).join(', ');
  const onPhones = widths.filter((w) => w !== FOR_WIDE_SCREENS);
  const style: CSSProperties = {
    backgroundImage: `linear-gradient(${placeholder.split(' ').map((colour) => `#${colour}`).join(', ')})`,
    ...(fill ? {} : { aspectRatio: ratio ?? width / height }),
  };
  return (
    <picture className={classes(styles['frame'], fill && styles['fill'], className)} style={style}>
      {onPhones.length < widths.length && (
        <source type="image/avif" media="(min-width: 768px)" srcSet={source('avif', widths)} sizes={sizes} />
      )}
      <source type="image/avif" srcSet={source('avif', onPhones)} sizes={sizes} />
      <img
        src={`/pictures/${name}-${hash}-${widths[0]}.webp`}
        srcSet={source('webp', onPhones)}
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

export function isPictureName(name: string): name is PictureName {
  return name in pictures;
}

/** The address of a picture at its widest, for what takes addresses alone. */
export function pictureAddress(name: PictureName): string {
  const picture = pictures[name];
  return picture ? `/pictures/${name}-${picture.hash}-${Math.max(...picture.widths)}.webp` : '';
}
