import { Images } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { preload } from '@/browser/preload';
import { isIllustration, pictureContext, picturesContext } from '@/pictures/illustration';
import { HotelPicture } from '@/product/HotelPicture';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { COVER } from '@/widgets/listing/sizes';
import { useOverlayEntry } from '@/widgets/page/useOverlayEntry';
import styles from './PhotoGrid.module.css';

const loadOverlay = () => import('@/product/GalleryOverlay');
const GalleryOverlay = lazy(loadOverlay);

/** The displayed width of the pictures after the first one. */
const TILE = '(min-width: 768px) 300px, 50vw';

interface PhotoGridProps {
  name: string;
  photos: readonly string[];
}

/** The first five pictures. The gallery shows all of them in full size. */
export function PhotoGrid({ name, photos }: PhotoGridProps) {
  const { t } = useTranslation('hotel-detail');
  const [start, setStart] = useState(0);
  const gallery = useOverlayEntry('gallery');
  const openAt = (index: number) => {
    setStart(index);
    gallery.open();
  };
  const shown = photos.slice(0, gridSize(photos.length));
  const kind = picturesContext(photos);
  if (shown.length === 0) {
    return (
      <div className={styles['grid']} data-count={1}>
        <HotelPicture src={undefined} alt="" fill />
      </div>
    );
  }
  return (
    <div className={styles['grid']} data-count={shown.length}>
      {shown.map((src, index) => (
        <button
          key={src}
          type="button"
          aria-label={t('photos.open', { number: index + 1, ...pictureContext(src) })}
          onPointerEnter={() => preload(loadOverlay)}
          onClick={() => openAt(index)}
          className={styles['photo']}
        >
          <HotelPicture src={src} alt={t('photos.of', { name, number: index + 1, ...pictureContext(src) })} fill sizes={index === 0 ? COVER : TILE} priority={index === 0} />
          {kind.context === 'mixed' && isIllustration(src) && <Label>{t('photos.drawn')}</Label>}
        </button>
      ))}
      <button type="button" onClick={() => openAt(0)} className={styles['all']}>
        <Images aria-hidden />
        {t('photos.all', { count: photos.length, ...kind })}
      </button>
      {kind.context === 'illustration' && <Label>{t('photos.allDrawn')}</Label>}
      {gallery.isOpen && (
        <DialogBoundary onClose={gallery.close}>
          <GalleryOverlay title={name} images={photos} start={start} onClose={gallery.close} />
        </DialogBoundary>
      )}
    </div>
  );
}

/** Says on the picture that it is drawn. */
function Label({ children }: { children: string }) {
  return (
    <span className={styles['label']}>
      <Badge tone="white">{children}</Badge>
    </span>
  );
}

/** The number of pictures to show: one that fills the grid. */
function gridSize(photos: number): number {
  if (photos >= 5) return 5;
  return photos >= 3 ? 3 : photos;
}
