import { Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import { lazy, startTransition, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { Button } from '@/components/Button';
import { classes } from '@/components/classes';
import { Notice } from '@/components/Notice';
import { Select } from '@/components/Select';
import { Skeleton } from '@/components/Skeleton';
import { useMediaQuery } from '@/components/useMediaQuery';
import { activeFilters, filterHotels, sortHotels, SORTS, type Filters } from '@/domain/hotelFilters';
import { placeName } from '@/domain/matchingHotels';
import { readSearch, searchParams } from '@/domain/searchAddress';
import { DialogBoundary } from '@/widgets/errors/DialogBoundary';
import { Breadcrumb } from '@/widgets/page/Breadcrumb';
import type { PageHandle } from '@/widgets/page/pageHandle';
import { startQuery, type CreateLoader } from '@/widgets/page/pageLoader';
import { PageTitle } from '@/widgets/page/PageTitle';
import { useOverlayEntry } from '@/widgets/page/useOverlayEntry';
import { FilterPanel } from './FilterPanel';
import { Results } from './Results';
import { SearchBar } from './SearchBar';
import { SearchPill } from './SearchPill';
import styles from './SearchPage.module.css';
import { SearchSkeleton } from './SearchSkeleton';
import { isByPosition, useArrivalByPosition } from './useArrivalByPosition';
import { useFilters } from './useFilters';
import { useMapToggle } from './useMapToggle';
import { useSearchResults } from './useSearchResults';

const Dialog = lazy(async () => ({ default: (await import('@/components/Dialog')).Dialog }));
const loadMap = () => import('./ResultsMap');
const ResultsMap = lazy(loadMap);

const PHONE = '(max-width: 767px)';
const ROOM_FOR_COLUMN = '(min-width: 1000px)';
const MAP_RATIO = 3 / 4;
const NONE: readonly Hotel[] = [];
const ignore = () => {};

export const handle: PageHandle = { Skeleton: SearchSkeleton };

/** A search by geolocation has no destination yet, and starts no query. */
export const createLoader: CreateLoader =
  (queryClient) =>
  ({ request }) =>
    isByPosition(new URL(request.url).searchParams) ? null : startQuery(queryClient, hotelsQuery());

export function Component() {
  const { t } = useTranslation(['search', 'common']);
  const [params] = useSearchParams();
  // The same object while the search stays the same, because the memoized cards depend on it.
  const searched = searchParams(readSearch(params)).toString();
  const search = useMemo(() => readSearch(new URLSearchParams(searched)), [searched]);
  const { locating, locateError } = useArrivalByPosition();
  const control = useFilters();
  const { filters, change, clear } = control;
  const results = useSearchResults(search.destination, !locating);
  const filtering = useOverlayEntry('filters');
  const [highlighted, setHighlighted] = useState<readonly number[]>([]);
  const isWide = useMediaQuery(ROOM_FOR_COLUMN);
  const isPhone = useMediaQuery(PHONE);
  const [editing, setEditing] = useState(false);
  const { isWanted, withMap, toggleMap, mapBox } = useMapToggle();
  // The map replaces the filter column; on a narrow screen, it replaces the list.
  const hasColumn = isWide && !withMap;

  const shown = useShownHotels(results.hotels, filters);
  // The list and the map follow in an interruptible render, so that a pressed filter shows at once.
  const followed = useShownHotels(results.hotels, useDeferredValue(filters));
  const place = placeName(search.destination, results.hotels, results.place) || t('results.island');
  const active = activeFilters(filters);
  const loading = locating || results.loading;
  // The message says that nothing was found at the destination: a count would contradict it.
  const isElsewhere = results.message !== null && results.message.key !== 'corrected';

  return (
    <div className={styles['page']}>
      <PageTitle description={t('results.description', { place })}>
        {search.destination ? t('results.title', { place }) : t('results.everywhere')}
      </PageTitle>
      <Breadcrumb path={[{ label: t('common:breadcrumb.hotels'), to: '/hotels' }, { label: place }]} />
      {isPhone && !editing && !locating ? (
        <SearchPill search={search} onEdit={() => setEditing(true)} />
      ) : (
        <SearchBar search={search} locating={locating} focusOnMount={editing && isPhone} onSubmitted={() => startTransition(() => setEditing(false))} />
      )}
      {locateError && <Notice tone={locateError === 'far' ? 'info' : 'error'}>{t(`geolocation.${locateError}`)}</Notice>}

      <div className={classes(styles['columns'], withMap && styles['withMap'])}>
        {hasColumn && (
          <aside aria-label={t('filters.title')} className={styles['filters']}>
            <FilterPanel {...control} hotels={results.hotels} />
          </aside>
        )}
        <div className={styles['results']}>
          <div className={styles['head']}>
            <h1 className={styles['title']}>
              <span className={styles['eyebrow']}>{t('results.eyebrow')}</span> {place}
            </h1>
            <p role="status" className={styles['count']}>
              {loading || isElsewhere ? '' : t('results.count', { count: shown.length })}
            </p>
            <div className={styles['tools']}>
              {!hasColumn && (
                <Button variant="outline" icon={<SlidersHorizontal aria-hidden />} onClick={filtering.open}>
                  {active > 0 ? t('filters.openCount', { count: active }) : t('filters.open')}
                </Button>
              )}
              <Button
                variant={isWanted ? 'primary' : 'outline'}
                aria-pressed={isWanted}
                icon={<MapIcon aria-hidden />}
                onPointerEnter={() => void loadMap()}
                onClick={toggleMap}
              >
                {t('map.open')}
              </Button>
              <Select
                label={t('sort.label')}
                hideLabel
                value={filters.sort}
                onChange={({ target }) => change({ sort: SORTS.find((sort) => sort === target.value) ?? 'preferred' })}
              >
                {SORTS.map((sort) => (
                  <option key={sort} value={sort}>
                    {t(`sort.${sort}`)}
                  </option>
                ))}
              </Select>
            </div>
          </div>
          <Results
            results={{ ...results, loading }}
            shown={followed}
            listed={isWide || !withMap}
            search={search}
            onClearFilters={active > 0 ? clear : null}
            highlighted={highlighted}
            onHighlight={withMap ? setHighlighted : ignore}
          />
        </div>
        {withMap && (
          <div ref={mapBox} className={styles['map']}>
            <Suspense fallback={<Skeleton shape="block" ratio={MAP_RATIO} />}>
              <ResultsMap hotels={loading ? NONE : followed} search={search} highlighted={highlighted} onHighlight={setHighlighted} />
            </Suspense>
          </div>
        )}
      </div>

      {filtering.isOpen && !hasColumn && (
        <DialogBoundary onClose={filtering.close}>
          <Dialog
            isOpen
            onClose={filtering.close}
            title={t('filters.title')}
            placement="sheet"
            footer={
              <Button wide onClick={filtering.close}>
                {shown.length > 0 ? t('filters.show', { count: shown.length }) : t('filters.showNone')}
              </Button>
            }
          >
            <FilterPanel {...control} hotels={results.hotels} />
          </Dialog>
        </DialogBoundary>
      )}
    </div>
  );
}

/** The hotels that the filters leave, in their order. */
function useShownHotels(hotels: readonly Hotel[], filters: Filters): readonly Hotel[] {
  return useMemo(() => sortHotels(filterHotels(hotels, filters), filters.sort), [hotels, filters]);
}
