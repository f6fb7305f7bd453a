import { ImagePlus } from 'lucide-react';
import { lazy, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { Link } from 'react-router';
import type { Hotel } from '@/api/hotels';
import { preload } from '@/browser/preload';
import { hotelAddress } from '@/domain/hotelAddress';
import { HotelPicture } from '@/product/HotelPicture';
import { Price } from '@/product/Price';
import { RatingPill } from '@/product/RatingPill';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { pictureContext } from '@/pictures/illustration';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { FileButton } from './FileButton';
import styles from './HotelImages.module.css';
import thumbnail from './Thumbnail.module.css';
import { UploadRow } from './UploadRow';
import type { ImageUpload } from './useImageUploads';

const loadGallery = () => import('@/product/GalleryOverlay');
const GalleryOverlay = lazy(loadGallery);

interface HotelImagesProps {
  hotel: Hotel;
  /** The uploads of this hotel. */
  uploads: readonly ImageUpload[];
  onFiles: (files: File[]) => void;
}

/** A hotel with its pictures, which open in a gallery, and a button to add pictures. */
export function HotelImages({ hotel, uploads, onFiles }: HotelImagesProps) {
  const { t } = useTranslation('admin');
  const id = useId();
  const [opened, setOpened] = useState<number | null>(null);
  const { name, images } = hotel;
  return (
    <article aria-labelledby={id} className={styles['hotel']}>
      <div className={styles['head']}>
        <div className={styles['what']}>
          <h2 id={id}>
            <Link to={hotelAddress(hotel.id)}>{name}</Link>
          </h2>
          <p lang={CONTENT_LANGUAGE} className={styles['place']}>
            {hotel.location || hotel.city}
          </p>
          <p className={styles['figures']}>
            <RatingPill rating={hotel.rating} reviewsCount={hotel.reviewsCount} />
            <Price euros={hotel.pricePerNight} perNight />
          </p>
        </div>
        <FileButton label={t('images.addTo', { name })} icon={<ImagePlus aria-hidden />} onFiles={onFiles}>
          {t('images.add')}
        </FileButton>
      </div>

      {images.length > 0 ? (
        <ul aria-label={t('photos.images', { name })} className={styles['images']}>
          {images.map((src, index) => (
            <li key={src}>
              <button
                type="button"
                aria-label={t('photos.open', { number: index + 1, name, ...pictureContext(src) })}
                onPointerEnter={() => preload(loadGallery)}
                onClick={() => setOpened(index)}
                className={classes(thumbnail['thumbnail'], styles['image'])}
              >
                <HotelPicture src={src} alt={t('photos.photo', { number: index + 1, name, ...pictureContext(src) })} sizes="240px" ratio={4 / 3} />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles['place']}>{t('photos.none')}</p>
      )}

      {uploads.length > 0 && (
        <ul aria-label={t('images.uploads', { name })} className={styles['uploads']}>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {opened !== null && (
        <DialogBoundary onClose={() => setOpened(null)}>
          <GalleryOverlay title={name} images={images} start={opened} onClose={() => setOpened(null)} />
        </DialogBoundary>
      )}
    </article>
  );
}
