import { useTranslation } from 'react-i18next';
import { AmenityIcon } from '@/product/AmenityIcon';
import { AmenityName } from '@/product/AmenityName';
import styles from './Facts.module.css';
import { Section } from './Section';

export function Amenities({ amenities }: { amenities: readonly string[] }) {
  const { t } = useTranslation('hotel-detail');
  return (
    <Section name="amenities">
      {amenities.length === 0 ? (
        <p>{t('amenities.none')}</p>
      ) : (
        <ul className={styles['amenities']}>
          {amenities.map((label) => (
            <li key={label}>
              <AmenityIcon label={label} />
              <AmenityName label={label} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
