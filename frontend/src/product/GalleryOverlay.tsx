import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '@/components/Button';
import { Dialog } from '@/components/Dialog';
import { pictureContext } from '@/pictures/illustration';
import styles from './GalleryOverlay.module.css';
import { HotelPicture } from './HotelPicture';
import { useSlides } from '@/components/useSlides';

const THUMBNAIL = '80px';

interface GalleryOverlayProps {
  title: string;
  images: readonly string[];
  /** Index of the picture shown first. */
  start?: number;
  onClose: () => void;
}

/** A full-screen slideshow with arrows, swipes and thumbnails. Load it lazily, because it imports React Aria. */
export default function GalleryOverlay({ title, images, start = 0, onClose }: GalleryOverlayProps) {
  const { t } = useTranslation();
  const { track, shown, last, go, onScroll, onKeyDown } = useSlides(images.length, start);
  // With the focus on the track, the arrow keys work at once.
  useEffect(() => {
    const list = track.current;
    list?.focus({ preventScroll: true });
    list?.scrollTo?.({ left: start * list.clientWidth, behavior: 'instant' });
  }, [track, start]);

  return (
    <Dialog isOpen onClose={onClose} title={title} placement="full">
      {/* The key handler is here, so that arrow keys work wherever the focus is inside. */}
      <div className={styles['gallery']} role="presentation" onKeyDown={onKeyDown}>
        <div className={styles['stage']}>
          <ul ref={track} className={styles['track']} onScroll={onScroll} tabIndex={0} aria-label={t('gallery.label')}>
            {images.map((src, index) => (
              <li key={index} className={styles['slide']} aria-hidden={index !== shown}>
                <HotelPicture fill src={src} alt={t('gallery.picture', { title, number: index + 1, ...pictureContext(src) })} priority={index === start} className={styles['picture'] ?? ''} />
              </li>
            ))}
          </ul>
          <IconButton raised label={t('gallery.previous')} disabled={shown === 0} className={styles['previous']} onClick={() => go(shown - 1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton raised label={t('gallery.next')} disabled={shown === last} className={styles['next']} onClick={() => go(shown + 1)}>
            <ChevronRight aria-hidden />
          </IconButton>
        </div>
        <p className={styles['count']} aria-live="polite">
          {t('gallery.position', { number: shown + 1, total: images.length, ...pictureContext(images[shown] ?? '') })}
        </p>
        <div className={styles['dots']}>
          {images.map((src, index) => (
            <button
              key={index}
              type="button"
              aria-label={t('gallery.image', { number: index + 1 })}
              aria-current={index === shown}
              className={styles['dot']}
              onClick={() => go(index)}
            >
              <HotelPicture fill src={src} alt="" sizes={THUMBNAIL} />
            </button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}
