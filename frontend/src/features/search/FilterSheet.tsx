import { createContext, lazy, memo, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { Button } from '@/components/Button';
import { useStableCallback } from '@/components/useStableCallback';
import { NO_FILTERS } from '@/domain/hotelFilters';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { FilterPanel } from './FilterPanel';
import type { FilterControl } from './useFilters';

const Dialog = lazy(async () => ({ default: (await import('@/components/Dialog')).Dialog }));

interface Filtering {
  readonly control: FilterControl;
  /** The hotels at the destination, before filtering. */
  readonly hotels: readonly Hotel[];
  /** The number of hotels that the filters leave. */
  readonly count: number;
}

const ignore = () => {};
const FilteringContext = createContext<Filtering>({ control: { filters: NO_FILTERS, change: ignore, clear: ignore }, hotels: [], count: 0 });

/**
 * The filters in a dialog, where they have no column. The dialog gets them by a context: a pressed filter renders the
 * panel and the button, and not the dialog around them.
 */
export function FilterSheet({ control, hotels, count, onClose }: Filtering & { onClose: () => void }) {
  const filtering = useMemo(() => ({ control, hotels, count }), [control, hotels, count]);
  const close = useStableCallback(onClose);
  return (
    <FilteringContext value={filtering}>
      <Sheet onClose={close} />
    </FilteringContext>
  );
}

const Sheet = memo(function Sheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('search');
  return (
    <DialogBoundary onClose={onClose}>
      <Dialog isOpen onClose={onClose} title={t('filters.title')} placement="sheet" footer={<ShowResults onClose={onClose} />}>
        <SheetPanel />
      </Dialog>
    </DialogBoundary>
  );
});

function SheetPanel() {
  const { control, hotels } = useContext(FilteringContext);
  return <FilterPanel {...control} hotels={hotels} />;
}

function ShowResults({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('search');
  const { count } = useContext(FilteringContext);
  return (
    <Button wide onClick={onClose}>
      {count > 0 ? t('filters.show', { count }) : t('filters.showNone')}
    </Button>
  );
}
