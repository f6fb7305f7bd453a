import { Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/Button';
import { Select } from '@/components/Select';
import { SORTS, type Sort } from '@/domain/hotelFilters';

interface ResultToolsProps {
  /** The number of active filters. */
  active: number;
  /** Opens the filters; null if they have a column of their own. */
  onOpenFilters: (() => void) | null;
  isMapWanted: boolean;
  onToggleMap: () => void;
  /** The map will probably be opened. */
  onApproachMap: () => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  className: string | undefined;
}

/** The buttons of the filters and of the map, and the sort order. */
export function ResultTools({ active, onOpenFilters, isMapWanted, onToggleMap, onApproachMap, sort, onSort, className }: ResultToolsProps) {
  const { t } = useTranslation('search');
  return (
    <div className={className}>
      {onOpenFilters && (
        <Button variant="outline" icon={<SlidersHorizontal aria-hidden />} onClick={onOpenFilters}>
          {active > 0 ? t('filters.openCount', { count: active }) : t('filters.open')}
        </Button>
      )}
      <Button
        variant={isMapWanted ? 'primary' : 'outline'}
        aria-pressed={isMapWanted}
        icon={<MapIcon aria-hidden />}
        onPointerEnter={onApproachMap}
        onClick={onToggleMap}
      >
        {t('map.open')}
      </Button>
      <Select
        label={t('sort.label')}
        hideLabel
        value={sort}
        onChange={({ target }) => onSort(SORTS.find((one) => one === target.value) ?? 'preferred')}
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
