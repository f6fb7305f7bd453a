import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@/components/Checkbox';
import { AMENITIES, type Amenity } from '@/domain/hotelFilters';
import styles from './FilterPanel.module.css';
import type { FilterCounts } from './useFilterCounts';

interface AmenityFilterProps {
  chosen: readonly Amenity[];
  counts: FilterCounts;
  onToggle: (amenity: Amenity) => void;
}

export const AmenityFilter = memo(
  function AmenityFilter({ chosen, counts, onToggle }: AmenityFilterProps) {
    const { t } = useTranslation(['search', 'amenities']);
    return (
      <fieldset>
        <legend className={styles['legend']}>{t('filters.amenities.label')}</legend>
        {AMENITIES.map((amenity) => (
          <Checkbox
            key={amenity}
            className={styles['amenity'] ?? ''}
            checked={chosen.includes(amenity)}
            onChange={() => onToggle(amenity)}
            aside={counts.withAmenity(amenity)}
          >
            {t(`amenities:${amenity}`)}
          </Checkbox>
        ))}
      </fieldset>
    );
  },
  (before, now) => before.chosen.join() === now.chosen.join() && before.counts === now.counts && before.onToggle === now.onToggle,
);
