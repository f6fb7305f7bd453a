import { Map as MapIcon, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageTitle } from '@/app/PageTitle';
import { Breadcrumb } from '@/components/Breadcrumb';
import { Button } from '@/components/Button';
import { Notice } from '@/components/Notice';
import { Select } from '@/components/Select';
import { useMediaQuery } from '@/components/useMediaQuery';
import { findDestination } from '@/data/destinations';
import { TOWNS } from '@/data/towns';
import { FilterPanel } from './FilterPanel';
import { activeFilters, filterHotels, sortHotels, SORTS } from './filters';
import { placeName } from './matching';
import { Results } from './Results';
import { SearchBar } from './SearchBar';
import { readSearch } from './searchAddress';
import styles from './SearchPage.module.css';
import { useArrivalByPosition } from './useArrivalByPosition';
import { useFilters } from './useFilters';
import { useSearchResults } from './useSearchResults';

const Dialog = lazy(async () => ({ default: (await import('@/components/Dialog')).Dialog }));
const PlaceMap = lazy(async () => ({ default: (await import('@/components/PlaceMap')).PlaceMap }));

const ROOM_FOR_COLUMN = '(min-width: 1000px)';

export function Component() {
  const { t } = useTranslation(['search', 'common']);
  const [params] = useSearchParams();
  const search = useMemo(() => readSearch(params), [params]);
  const { locating, problem } = useArrivalByPosition();
  const control = useFilters();
  const { filters, change, clear } = control;
  const results = useSearchResults(search.destination, !locating);
  const [open, setOpen] = useState<'filters' | 'map' | null>(null);
  const hasColumn = useMediaQuery(ROOM_FOR_COLUMN);

  const shown = useMemo(() => sortHotels(filterHotels(results.hotels, filters), filters.sort), [results.hotels, filters]);
  const place = placeName(search.destination, results.hotels) || t('results.island');
  const active = activeFilters(filters);
  const loading = locating || results.loading;
  const close = () => setOpen(null);

  return (
    <div className={styles['page']}>
      <PageTitle>{search.destination ? t('results.title', { place }) : t('results.everywhere')}</PageTitle>
      <Breadcrumb path={[{ label: t('common:breadcrumb.hotels'), to: '/hotels' }, { label: place }]} />
      <SearchBar search={search} locating={locating} />
      {problem && <Notice tone={problem === 'far' ? 'info' : 'error'}>{t(`geolocation.${problem}`)}</Notice>}

      <div className={styles['columns']}>
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
              {loading ? '' : t('results.count', { count: shown.length })}
            </p>
            <div className={styles['tools']}>
              {!hasColumn && (
                <Button variant="outline" icon={<SlidersHorizontal aria-hidden />} onClick={() => setOpen('filters')}>
                  {active > 0 ? t('filters.openCount', { count: active }) : t('filters.open')}
                </Button>
              )}
              <Button variant="outline" icon={<MapIcon aria-hidden />} onClick={() => setOpen('map')} className={styles['map']}>
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
            shown={shown}
            search={search}
            onClearFilters={active > 0 ? clear : null}
          />
        </div>
      </div>

      <Suspense>
        {open === 'filters' && !hasColumn && (
          <Dialog
            isOpen
            onClose={close}
            title={t('filters.title')}
            placement="sheet"
            footer={
              <Button wide onClick={close}>
                {shown.length > 0 ? t('filters.show', { count: shown.length }) : t('filters.showNone')}
              </Button>
            }
          >
            <FilterPanel {...control} hotels={results.hotels} />
          </Dialog>
        )}
        {open === 'map' && (
          <Dialog isOpen wide onClose={close} title={place}>
            <PlaceMap place={place} position={TOWNS[findDestination(place)?.near ?? 'Corte']} />
          </Dialog>
        )}
      </Suspense>
    </div>
  );
}
