import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { pictureAt } from '@/pictures/manifest';
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

/**
 * An establishment's picture. One of the site's own is loaded in the fitting size. Without a picture, or if it fails to
 * load, it shows the logo on a plain background.
 */
export function HotelPicture({ src, alt, ratio = 3 / 2, fill = false, sizes = '100vw', priority = false, className }: HotelPictureProps) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState<string>();
  const frame = classes(styles['frame'], styles['empty'], fill && styles['fill'], className);
  const style = fill ? undefined : { aspectRatio: ratio };
  if (!src || failed === src) {
    return (
      <span role="img" aria-label={alt || t('picture.missing')} className={frame} style={style}>
        <LogoMark />
      </span>
    );
  }
  const own = pictureAt(src);
  if (own) return <Picture name={own} alt={alt} sizes={sizes} ratio={ratio} fill={fill} priority={priority} className={className} />;
  return (
    <span className={frame} style={style}>
      <img
        src={src}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding="async"
        onError={() => setFailed(src)}
        className={styles['image']}
      />
    </span>
  );
}
