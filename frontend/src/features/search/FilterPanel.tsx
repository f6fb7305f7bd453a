import { memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { Button } from '@/components/Button';
import { ToggleChip } from '@/components/ToggleChip';
import { useStableCallback } from '@/components/useStableCallback';
import { activeFilters, BUDGET_KEYS, RATINGS, type Amenity, type Filters } from '@/domain/hotelFilters';
import { shownRating } from '@/domain/shownRating';
import { AmenityFilter } from './AmenityFilter';
import styles from './FilterPanel.module.css';
import { PriceFilter } from './PriceFilter';
import { TypeFilter } from './TypeFilter';
import { useFilterCounts } from './useFilterCounts';
import type { FilterControl } from './useFilters';

interface FilterPanelProps extends FilterControl {
  /** The hotels at the destination, before filtering. */
  hotels: readonly Hotel[];
}

/** Its larger parts are memoized, so that a pressed filter renders only its own part before it shows. */
export const FilterPanel = memo(function FilterPanel({ hotels, filters, change, clear }: FilterPanelProps) {
  const { t } = useTranslation(['search', 'common']);
  const { budgets, rating, amenities, type } = filters;
  const scaleId = useId();
  const counts = useFilterCounts(hotels, filters);
  const changeType = useStableCallback((chosen: Filters['type']) => change({ type: chosen }));
  const changePrice = useStableCallback((price: Filters['price']) => change({ price }));
  const toggleAmenity = useStableCallback((amenity: Amenity) => change({ amenities: toggled(amenities, amenity) }));
  return (
    <div className={styles['panel']}>
      <TypeFilter type={type} counts={counts} onChange={changeType} />
      <PriceFilter value={filters.price} onChange={changePrice} />
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

      <AmenityFilter chosen={amenities} counts={counts} onToggle={toggleAmenity} />

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
