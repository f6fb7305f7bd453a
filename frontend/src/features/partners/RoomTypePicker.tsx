import { BedDouble, Check, Users } from 'lucide-react';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ROOM_TYPES } from '@/domain/roomTypes';
import type { ApplicationDraft } from './application';
import styles from './Pickers.module.css';
import { useFieldError } from './useField';

/** The twenty room types, each with its capacity and comfort level. */
export function RoomTypePicker() {
  const { t } = useTranslation('partners');
  const { register } = useFormContext<ApplicationDraft>();
  const error = useFieldError()('roomTypes');
  const errorId = useId();
  const capacity = ([least, most]: readonly [number, number]) =>
    least === most ? t('form.capacity', { count: most }) : t('form.capacityRange', { min: least, max: most });
  return (
    <div role="group" aria-label={t('form.field.roomTypes')} aria-describedby={errorId} className={styles['picker']}>
      <ul className={styles['rooms']}>
        {ROOM_TYPES.map(({ id, capacity: persons, comfort }) => (
          <li key={id}>
            <label className={styles['room']}>
              <span className={styles['tick']}>
                <input type="checkbox" value={id} aria-invalid={error ? true : undefined} {...register('roomTypes')} />
                <Check aria-hidden />
              </span>
              <span className={styles['name']}>{t(`roomType.${id}`)}</span>
              <span className={styles['facts']}>
                <Users aria-hidden />
                {capacity(persons)}
              </span>
              <span className={styles['facts']}>
                <BedDouble aria-hidden />
                {t(`comfort.${comfort}`)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p id={errorId} className={styles['error']} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
