import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { photoVariants } from '@/domain/photoVariants';
import { drawingAt } from '@/pictures/illustration';
import { Picture } from '@/pictures/Picture';
import { LogoMark } from './Logo';
import styles from '@/pictures/Picture.module.css';

interface HotelPictureProps {
  /** Undefined if the establishment has no picture. */
  src: string | undefined;
  alt: string;
  ratio?: number;
  fill?: boolean;
  /** The displayed width, in the syntax of the `sizes` attribute. By default the whole screen's. */
  sizes?: string;
  priority?: boolean;
  className?: string;
}

/** The nominal width of an `<img>`; with its ratio, the browser knows the shape before the file arrives. */
const NOMINAL_WIDTH = 1200;

/**
 * An establishment's picture. A drawing of the site is loaded from the site in the fitting size, also if the backend's
 * bucket has it too; a photo of the backend's storage in a size that the storage makes. A picture of another host is
 * loaded as it is. Without a picture, or if it fails to load, it shows the logo on a plain background.
 */
export function HotelPicture({ src, alt, ratio = 3 / 2, fill = false, sizes = '100vw', priority = false, className }: HotelPictureProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<string>();
  /** The photo whose variants failed: a backend may not resize, or be too busy to. */
  const [whole, setWhole] = useState<string>();
  const frame = classes(styles['frame'], styles['empty'], fill && styles['fill'], className);
  const style = fill ? undefined : { aspectRatio: ratio };
  if (!src || failed === src) {
    return (
      <span role="img" aria-label={alt || t('picture.missing')} className={frame} style={style}>
        <LogoMark />
      </span>
    );
  }
  const drawing = drawingAt(src);
  if (drawing) return <Picture name={drawing} alt={alt} sizes={sizes} ratio={ratio} fill={fill} priority={priority} className={className} />;
  const variants = whole === src ? undefined : photoVariants(src);
  return (
    <span className={frame} style={style}>
      <img
        src={src}
        srcSet={variants}
        sizes={variants && sizes}
        width={NOMINAL_WIDTH}
        height={Math.round(NOMINAL_WIDTH / ratio)}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        onError={() => (variants ? setWhole(src) : setFailed(src))}
        className={styles['image']}
      />
    </span>
  );
}
