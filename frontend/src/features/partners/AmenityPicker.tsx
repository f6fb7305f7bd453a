import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AmenityIcon } from '@/product/AmenityIcon';
import { AmenityName } from '@/product/AmenityName';
import { APPLICATION_AMENITIES } from '@/domain/applicationAmenities';
import type { ApplicationDraft } from './application';
import styles from './Pickers.module.css';

export function AmenityPicker() {
  const { t } = useTranslation('partners');
  const { register } = useFormContext<ApplicationDraft>();
  return (
    <div role="group" aria-label={t('form.field.amenities')} className={styles['picker']}>
      <ul className={styles['amenities']}>
        {APPLICATION_AMENITIES.map(({ id, label }) => (
          <li key={id}>
            <label className={styles['amenity']}>
              <input type="checkbox" value={id} {...register('amenities')} />
              <AmenityIcon label={label} />
              <AmenityName label={label} />
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
