import { useTranslation } from 'react-i18next';
import { Select } from '@/components/Select';
import { ToggleChip } from '@/components/ToggleChip';
import { HOTEL_STARS, MICHELIN_STARS, SORTS, type GastronomicFilters, type Sort } from './gastronomicFilters';
import styles from './StarFilters.module.css';

interface StarFiltersProps {
  filters: GastronomicFilters;
  onChange: (filters: GastronomicFilters) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Toggles for the stars of the hotel and of its restaurant, and the sort order. */
export function StarFilters({ filters, onChange, sort, onSort }: StarFiltersProps) {
  const { t } = useTranslation('gastronomy');
  return (
    <div className={styles['panel']}>
      <fieldset>
        <legend className={styles['legend']}>{t('filters.stars')}</legend>
        <div className={styles['chips']}>
          {HOTEL_STARS.map((stars) => (
            <ToggleChip
              key={stars}
              pressed={filters.stars === stars}
              onPress={() => onChange({ ...filters, stars: filters.stars === stars ? null : stars })}
            >
              {t('filters.star', { count: stars })}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className={styles['legend']}>{t('filters.michelin')}</legend>
        <div className={styles['chips']}>
          {MICHELIN_STARS.map((michelin) => (
            <ToggleChip
              key={michelin}
              pressed={filters.michelin === michelin}
              onPress={() => onChange({ ...filters, michelin: filters.michelin === michelin ? null : michelin })}
            >
              {t('filters.michelinStar', { count: michelin })}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
      <Select
        label={t('sort.label')}
        value={sort}
        onChange={({ target }) => onSort(SORTS.find((one) => one === target.value) ?? 'recommended')}
      >
        {SORTS.map((one) => (
          <option key={one} value={one}>
            {t(`sort.${one}`)}
          </option>
        ))}
      </Select>
    </div>
  );
}
