import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '@/components/Select';
import { isPropertyType, PROPERTY_TYPES, type PropertyType } from '@/domain/propertyTypes';
import type { FilterCounts } from './useFilterCounts';

interface TypeFilterProps {
  type: PropertyType | null;
  counts: FilterCounts;
  onChange: (type: PropertyType | null) => void;
}

export const TypeFilter = memo(function TypeFilter({ type, counts, onChange }: TypeFilterProps) {
  const { t } = useTranslation('search');
  return (
    <Select
      label={t('filters.type.label')}
      value={type ?? ''}
      onChange={({ target }) => onChange(isPropertyType(target.value) ? target.value : null)}
    >
      <option value="">{t('filters.type.any')}</option>
      {PROPERTY_TYPES.map((one) => (
        <option key={one} value={one}>
          {t('filters.type.choice', { type: t(`type.${one}`), number: counts.ofType(one) })}
        </option>
      ))}
    </Select>
  );
});
