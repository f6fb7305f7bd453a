import { Star, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/Badge';
import { IconButton } from '@/components/Button';
import styles from './PhotoPicker.module.css';

interface PhotoTileProps {
  photo: File;
  number: number;
  isCover: boolean;
  onLead: () => void;
  onRemove: () => void;
}

export function PhotoTile({ photo, number, isCover, onLead, onRemove }: PhotoTileProps) {
  const { t } = useTranslation('partners');
  const preview = usePreview(photo);
  const nameId = useId();
  return (
    <li className={styles['photo']}>
      <img ref={preview} alt={t('form.photo.preview', { number })} className={styles['preview']} />
      {isCover && (
        <div className={styles['cover']}>
          <Badge tone="white">{t('form.photo.cover')}</Badge>
        </div>
      )}
      <div className={styles['tools']}>
        {!isCover && (
          <IconButton raised label={t('form.photo.makeCover')} aria-describedby={nameId} title={t('form.photo.makeCover')} onClick={onLead}>
            <Star aria-hidden />
          </IconButton>
        )}
        <IconButton raised label={t('form.photo.remove')} aria-describedby={nameId} title={t('form.photo.remove')} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <p id={nameId} className={styles['file']}>
        {photo.name}
      </p>
    </li>
  );
}

/** Shows the file through an object URL, which is revoked on unmount. */
function usePreview(photo: File): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(photo);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [photo]);
  return image;
}
