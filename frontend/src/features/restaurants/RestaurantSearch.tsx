import { useTranslation } from 'react-i18next';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import { isRestaurantCategory, RESTAURANT_CATEGORIES } from '@/sample-content/restaurantCategories';
import { chooseStyle, type RestaurantFilters } from './restaurantFilters';
import styles from './RestaurantSearch.module.css';

interface RestaurantSearchProps {
  filters: RestaurantFilters;
  onChange: (filters: RestaurantFilters) => void;
}

/** The filters by city, name and style. They apply on every keystroke. */
export function RestaurantSearch({ filters, onChange }: RestaurantSearchProps) {
  const { t } = useTranslation('restaurants');
  return (
    <form role="search" aria-label={t('filters.label')} onSubmit={(event) => event.preventDefault()} className={styles['form']}>
      <TextField
        label={t('filters.city')}
        type="search"
        placeholder={t('filters.cityPlaceholder')}
        autoComplete="off"
        value={filters.city}
        onChange={({ target }) => onChange({ ...filters, city: target.value })}
      />
      <TextField
        label={t('filters.name')}
        type="search"
        placeholder={t('filters.namePlaceholder')}
        autoComplete="off"
        value={filters.name}
        onChange={({ target }) => onChange({ ...filters, name: target.value })}
      />
      <Select
        label={t('filters.style')}
        value={filters.style ?? ''}
        onChange={({ target }) => onChange(chooseStyle(filters, isRestaurantCategory(target.value) ? target.value : null))}
      >
        <option value="">{t('filters.anyStyle')}</option>
        {RESTAURANT_CATEGORIES.map(({ id }) => (
          <option key={id} value={id}>
            {t(`category.${id}.name`)}
          </option>
        ))}
      </Select>
    </form>
  );
}
