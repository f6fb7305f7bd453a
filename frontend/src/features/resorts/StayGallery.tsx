import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { IconButton } from '@/components/Button';
import type { PictureName } from '@/pictures/manifest';
import { Picture } from '@/pictures/Picture';
import { useSlides } from '@/components/useSlides';
import styles from './StayGallery.module.css';

interface StayGalleryProps {
  name: string;
  pictures: readonly PictureName[];
}

/** A gallery that shows one picture, with a dot for each. */
export function StayGallery({ name, pictures }: StayGalleryProps) {
  const { t } = useTranslation(['club-stay', 'common']);
  const { track, shown, last, go, onScroll, onKeyDown } = useSlides(pictures.length);
  return (
    <section aria-label={t('gallery.label', { name })} className={styles['gallery']}>
      {/* Arrow keys work wherever the focus is inside. */}
      <div role="presentation" onKeyDown={onKeyDown}>
        <ul ref={track} onScroll={onScroll} tabIndex={0} aria-label={t('gallery.label', { name })} className={styles['track']}>
          {pictures.map((picture, index) => (
            <li key={picture} aria-hidden={index !== shown} className={styles['slide']}>
              <Picture
                name={picture}
                alt={t('gallery.picture', { name, number: index + 1 })}
                sizes="(min-width: 1248px) 774px, (min-width: 1024px) 62vw, 100vw"
                priority={index === 0}
              />
            </li>
          ))}
        </ul>
        <span className={styles['label']}>
          <Badge tone="white">{t('gallery.drawn')}</Badge>
        </span>
        <IconButton raised label={t('common:gallery.previous')} disabled={shown === 0} className={styles['previous']} onClick={() => go(shown - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton raised label={t('common:gallery.next')} disabled={shown === last} className={styles['next']} onClick={() => go(shown + 1)}>
          <ChevronRight aria-hidden />
        </IconButton>
        <div className={styles['dots']}>
          {pictures.map((picture, index) => (
            <button
              key={picture}
              type="button"
              aria-label={t('common:gallery.image', { number: index + 1 })}
              aria-current={index === shown}
              onClick={() => go(index)}
              className={styles['dot']}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
