import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleChip } from '@/components/ToggleChip';
import { CAR_CATEGORIES } from '@/sample-content/cars';
import { useFormat } from '@/i18n/useFormat';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import { FilterBar } from '@/widgets/listing/FilterBar';
import styles from './CarFilterBar.module.css';
import { PRICE_MAX, PRICE_MIN, type CarFilters } from './carFilters';

const RangeSlider = lazy(async () => ({ default: (await import('@/components/RangeSlider')).RangeSlider }));

const STEP = 5;

interface CarFilterBarProps {
  filters: CarFilters;
  onChange: (filters: CarFilters) => void;
}

/** The filters by category and price. They apply at once. */
export function CarFilterBar({ filters, onChange }: CarFilterBarProps) {
  const { t } = useTranslation('cars');
  const format = useFormat();
  return (
    <div role="region" aria-label={t('filters.title')}>
      <FilterBar
        label={t('filters.category')}
        aside={
          <div className={styles['price']}>
            <PartBoundary>
              <RangeSlider
                label={t('filters.price')}
                lowLabel={t('filters.priceLow')}
                highLabel={t('filters.priceHigh')}
                min={PRICE_MIN}
                max={PRICE_MAX}
                step={STEP}
                value={filters.price}
                onChange={(price) => onChange({ ...filters, price })}
                format={(euros) => format.price(euros)}
              />
            </PartBoundary>
          </div>
        }
      >
        <ToggleChip pressed={filters.category === null} onPress={() => onChange({ ...filters, category: null })}>
          {t('filters.all')}
        </ToggleChip>
        {CAR_CATEGORIES.map((category) => (
          <ToggleChip key={category} pressed={filters.category === category} onPress={() => onChange({ ...filters, category })}>
            {t(`category.${category}`)}
          </ToggleChip>
        ))}
      </FilterBar>
    </div>
  );
}
