import { useTranslation } from 'react-i18next';
import { AmenityIcon } from '@/product/AmenityIcon';
import { AmenityName } from '@/product/AmenityName';
import styles from './AmenityTags.module.css';

const SHOWN = 4;

/** The first four amenities, and the number of the others. */
export function AmenityTags({ amenities }: { amenities: readonly string[] }) {
  const { t } = useTranslation('search');
  const more = amenities.length - SHOWN;
  return (
    <ul className={styles['tags']}>
      {amenities.slice(0, SHOWN).map((label) => (
        <li key={label}>
          <AmenityIcon label={label} />
          <AmenityName label={label} />
        </li>
      ))}
      {more > 0 && <li>{t('card.moreAmenities', { count: more })}</li>}
    </ul>
  );
}
