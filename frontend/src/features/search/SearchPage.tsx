import { lazy, startTransition, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { hotelsQuery, type Hotel } from '@/api/hotels';
import { classes } from '@/components/classes';
import { Skeleton } from '@/components/Skeleton';
import { useMediaQuery } from '@/components/useMediaQuery';
import { activeFilters, filterHotels, sortHotels, type Filters } from '@/domain/hotelFilters';
import { placeName } from '@/domain/matchingHotels';
import { readSearch, searchParams } from '@/domain/searchAddress';
import { PartBoundary } from '@/widgets/errors/PartBoundary';
import type { PageHandle } from '@/widgets/page/pageHandle';
import { startQuery, type CreateLoader } from '@/widgets/page/pageLoader';
import { useOverlayEntry } from '@/widgets/page/useOverlayEntry';
import { FilterPanel } from './FilterPanel';
import { FilterSheet } from './FilterSheet';
import { Results } from './Results';
import { ResultTools } from './ResultTools';
import { SearchHead } from './SearchHead';
import styles from './SearchPage.module.css';
import { SearchSkeleton } from './SearchSkeleton';
import { isByPosition, useArrivalByPosition } from './useArrivalByPosition';
import { useFilters } from './useFilters';
import { useMapToggle } from './useMapToggle';
import { useSearchResults } from './useSearchResults';

const loadMap = () => import('./ResultsMap');
const ResultsMap = lazy(loadMap);

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

/**
 * The form, the results and their map. Its large parts are memoized and get the same objects while these stay the same,
 * so that a press on a button renders only what it changes.
 */
export function Component() {
  const { t } = useTranslation('search');
  const [params] = useSearchParams();
  const searched = searchParams(readSearch(params)).toString();
  const search = useMemo(() => readSearch(new URLSearchParams(searched)), [searched]);
  const { locating, locateError } = useArrivalByPosition();
  const control = useFilters();
  const { filters, change, clear } = control;
  const results = useSearchResults(search.destination, !locating);
  const filtering = useOverlayEntry('filters');
  const [highlighted, setHighlighted] = useState<readonly number[]>([]);
  // In a transition: a press comes right after the pointer, and must not wait for the highlight.
  const highlight = useCallback((ids: readonly number[]) => startTransition(() => setHighlighted(ids)), []);
  const isWide = useMediaQuery(ROOM_FOR_COLUMN);
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
      <SearchHead search={search} place={place} locating={locating} locateError={locateError} />
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
            <ResultTools
              active={active}
              onOpenFilters={hasColumn ? null : filtering.open}
              isMapWanted={isWanted}
              onToggleMap={toggleMap}
              onApproachMap={() => void loadMap()}
              sort={filters.sort}
              onSort={(sort) => change({ sort })}
              className={styles['tools']}
            />
          </div>
          <Results
            results={results}
            loading={loading}
            shown={followed}
            listed={isWide || !withMap}
            search={search}
            onClearFilters={active > 0 ? clear : null}
            highlighted={highlighted}
            onHighlight={withMap ? highlight : ignore}
          />
        </div>
        {withMap && (
          <div ref={mapBox} className={styles['map']}>
            <PartBoundary fallback={<Skeleton shape="block" ratio={MAP_RATIO} />}>
              <ResultsMap hotels={loading ? NONE : followed} search={search} highlighted={highlighted} onHighlight={highlight} />
            </PartBoundary>
          </div>
        )}
      </div>

      {filtering.isOpen && !hasColumn && (
        <FilterSheet control={control} hotels={results.hotels} count={shown.length} onClose={filtering.close} />
      )}
    </div>
  );
}

/** The hotels that the filters leave, in their order. */
function useShownHotels(hotels: readonly Hotel[], filters: Filters): readonly Hotel[] {
  return useMemo(() => sortHotels(filterHotels(hotels, filters), filters.sort), [hotels, filters]);
}
