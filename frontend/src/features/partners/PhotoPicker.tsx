import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { classes } from '@/components/classes';
import { addPhotos, MAX_PHOTOS, PHOTO_TYPES, type PhotoError } from '@/domain/photos';
import type { ApplicationDraft } from './application';
import styles from './PhotoPicker.module.css';
import { PhotoTile } from './PhotoTile';
import { useFieldError } from './useField';

/** Selects three to eight photos by a file input or by drag and drop. The first photo is the cover. */
export function PhotoPicker() {
  const { t } = useTranslation('partners');
  const { field } = useController<ApplicationDraft, 'photos'>({ name: 'photos' });
  const [photoError, setPhotoError] = useState<PhotoError>();
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fieldError = useFieldError()('photos');
  const hintId = useId();
  const errorId = useId();
  const error = photoError ? t(`form.photo.${photoError}`) : fieldError;
  const photos = field.value;

  const add = (files: FileList) => {
    const { photos: next, error: found } = addPhotos(photos, [...files]);
    setPhotoError(found);
    field.onChange(next);
  };
  const remove = (photo: File) => {
    setPhotoError(undefined);
    field.onChange(photos.filter((known) => known !== photo));
    input.current?.focus();
  };
  const lead = (photo: File) => field.onChange([photo, ...photos.filter((known) => known !== photo)]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!input.current?.matches(':disabled')) add(event.dataTransfer.files);
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };

  return (
    <div className={styles['picker']}>
      {/* Keyboard users have the file input; only pointers can drop. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <label
        className={classes(styles['drop'], isOver && styles['over'], error && styles['wrong'])}
        onDrop={drop}
        onDragOver={dragOver}
        onDragLeave={() => setIsOver(false)}
      >
        <ImagePlus aria-hidden />
        <span className={styles['action']}>{t('form.photo.add')}</span>
        <span className={styles['note']} aria-hidden>
          {t('form.photo.drop')}
        </span>
        <input
          ref={(element) => {
            input.current = element;
            field.ref(element);
          }}
          type="file"
          multiple
          accept={PHOTO_TYPES.join(',')}
          aria-label={t('form.photo.add')}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${hintId} ${errorId}`}
          className={styles['input']}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            if (target.files) add(target.files);
            // Without a reset, choosing a removed file again would fire no change event.
            target.value = '';
          }}
        />
      </label>
      <p className={styles['below']}>
        <span id={hintId}>{t('form.photo.formats')}</span>
        <output className={styles['count']} aria-label={t('form.photo.countLabel')}>
          {t('form.photo.count', { used: photos.length, max: MAX_PHOTOS })}
        </output>
      </p>
      <p id={errorId} className={styles['error']} aria-live="polite">
        {error}
      </p>
      {photos.length > 0 && (
        <ol className={styles['photos']} aria-label={t('form.photo.list')}>
          {photos.map((photo, index) => (
            <PhotoTile
              key={photoKey(photo)}
              photo={photo}
              number={index + 1}
              isCover={index === 0}
              onLead={() => lead(photo)}
              onRemove={() => remove(photo)}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

const keys = new WeakMap<File, number>();
let lastKey = 0;

/** A React key for a photo. Two photos may have the same name, so that each file object gets a number. */
function photoKey(photo: File): number {
  const key = keys.get(photo) ?? ++lastKey;
  keys.set(photo, key);
  return key;
}
