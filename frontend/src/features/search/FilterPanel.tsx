import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { Button } from '@/components/Button';
import { Checkbox } from '@/components/Checkbox';
import { Select } from '@/components/Select';
import { ToggleChip } from '@/components/ToggleChip';
import { activeFilters, AMENITIES, BUDGET_KEYS, countOfType, countWithAmenity, RATINGS } from '@/domain/hotelFilters';
import { isPropertyType, PROPERTY_TYPES } from '@/domain/propertyTypes';
import { shownRating } from '@/domain/shownRating';
import styles from './FilterPanel.module.css';
import { PriceFilter } from './PriceFilter';
import type { FilterControl } from './useFilters';

interface FilterPanelProps extends FilterControl {
  /** The hotels at the destination, before filtering. */
  hotels: readonly Hotel[];
}

export const FilterPanel = memo(function FilterPanel({ hotels, filters, change, clear }: FilterPanelProps) {
  const { t } = useTranslation(['search', 'amenities', 'common']);
  const { budgets, rating, amenities, type } = filters;
  const scaleId = useId();
  return (
    <div className={styles['panel']}>
      <Select
        label={t('filters.type.label')}
        value={type ?? ''}
        onChange={({ target }) => change({ type: isPropertyType(target.value) ? target.value : null })}
      >
        <option value="">{t('filters.type.any')}</option>
        {PROPERTY_TYPES.map((one) => (
          <option key={one} value={one}>
            {t('filters.type.choice', { type: t(`type.${one}`), number: countOfType(hotels, filters, one) })}
          </option>
        ))}
      </Select>

      <PriceFilter value={filters.price} onChange={(price) => change({ price })} />
      <div role="group" aria-label={t('filters.price.buckets')} className={styles['chips']}>
        {BUDGET_KEYS.map((budget) => (
          <ToggleChip key={budget} pressed={budgets.includes(budget)} onPress={() => change({ budgets: toggled(budgets, budget) })}>
            {t(`filters.price.${budget}`)}
          </ToggleChip>
        ))}
      </div>

      <fieldset aria-describedby={scaleId}>
        <legend className={styles['legend']}>{t('filters.rating.label')}</legend>
        <p id={scaleId} className={styles['hint']}>
          {t('filters.rating.scale')}
        </p>
        <div className={styles['chips']}>
          {RATINGS.map((threshold) => (
            <ToggleChip
              key={threshold}
              pressed={rating === threshold}
              onPress={() => change({ rating: rating === threshold ? null : threshold })}
            >
              {/* The word of the cards, whose ratings have more words than those of the hotels' pages. */}
              {t('filters.rating.atLeast', {
                value: shownRating(threshold, 10).value,
                word: t(`common:rating.word.${shownRating(threshold).word}`),
              })}
            </ToggleChip>
          ))}
        </div>
      </fieldset>

      <fieldset>
        <legend className={styles['legend']}>{t('filters.amenities.label')}</legend>
        {AMENITIES.map((amenity) => (
          <Checkbox
            key={amenity}
            className={styles['amenity'] ?? ''}
            checked={amenities.includes(amenity)}
            onChange={() => change({ amenities: toggled(amenities, amenity) })}
            aside={countWithAmenity(hotels, filters, amenity)}
          >
            {t(`amenities:${amenity}`)}
          </Checkbox>
        ))}
      </fieldset>

      {activeFilters(filters) > 0 && (
        <Button variant="outline" size="sm" onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
    </div>
  );
});

function toggled<T>(chosen: readonly T[], one: T): readonly T[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
}
