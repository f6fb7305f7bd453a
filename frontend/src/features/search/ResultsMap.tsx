import { Maximize, Minus, Plus } from 'lucide-react';
import { lazy, memo, startTransition, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { Button, IconButton } from '@/components/Button';
import { classes } from '@/components/classes';
import { ErrorBoundary } from '@/components/ErrorBoundary';
import { Notice } from '@/components/Notice';
import { useStableCallback } from '@/components/useStableCallback';
import type { Search } from '@/domain/searchAddress';
import { afterPaint } from '@/scheduling/afterPaint';
import { ChosenPlaces } from './ChosenPlaces';
import { MapCredits } from './MapCredits';
import { MapDrawing } from './MapDrawing';
import { MapLabels } from './MapLabels';
import { labelsIn } from './placeLabels';
import { MapPins } from './MapPins';
import { arrangePins, pinsIn, placeHotels, type Pin, type PlacedHotel } from './pinArrangement';
import { DEEPEST_DRAWN, DEEPEST_STREETS, moved, nearerView } from './mapView';
import { resultId } from './resultId';
import styles from './ResultsMap.module.css';
import { useMapView } from './useMapView';
import { useStreetMap } from './useStreetMap';

const StreetMap = lazy(() => import('./StreetMap'));
const ConsentBar = lazy(async () => ({ default: (await import('@/product/ConsentBar')).ConsentBar }));

/** The share of the map's height above the card of the chosen pin. */
const HEADROOM = 0.4;

interface ResultsMapProps {
  /** In the order of the list. */
  hotels: readonly Hotel[];
  search: Search;
  /** The ids of the hotels to highlight: those under the pointer or with the focus, here or in the list. */
  highlighted: readonly number[];
  onHighlight: (ids: readonly number[]) => void;
}

/**
 * The results on a map of the island, with the same highlights as the list. The map is drawn; where the site has a
 * source of street maps, these replace the drawing after the visitor's consent. Load it lazily.
 */
export default memo(function ResultsMap({ hotels, search, highlighted, onHighlight }: ResultsMapProps) {
  const { t } = useTranslation('search-map');
  const streets = useStreetMap();
  const placed = useMemo(() => placeHotels(hotels), [hotels]);
  const { box, size, view, show, zoomIn, zoomOut, showWhole, isWhole, surface } = useMapView(
    placed,
    streets?.isReady ? DEEPEST_STREETS : DEEPEST_DRAWN,
  );
  const arrangement = useMemo(() => arrangePins(placed, view.scale, size.deepest), [placed, view.scale, size.deepest]);
  const pins = useMemo(() => pinsIn(arrangement, view, size), [arrangement, view, size]);
  const labels = useMemo(() => labelsIn(view, size, pins), [view, size, pins]);
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const unplaced = useMemo(() => without(hotels, placed), [hotels, placed]);
  const chosen = useMemo(
    () => [...placed, ...unplaced.map((hotel) => ({ hotel, around: null }))].filter(({ hotel }) => chosenIds.includes(hotel.id)),
    [placed, unplaced, chosenIds],
  );

  // In a transition, because it renders the map: the next frame does not wait for it.
  const toggleChosen = (ids: readonly number[]) => startTransition(() => setChosenIds(sameIds(ids, chosenIds) ? [] : ids));
  const choose = useStableCallback(({ members, y }: Pin) => {
    const ids = members.map(({ hotel }) => hotel.id);
    // Zooms in on a cluster that separates at a higher zoom; otherwise lists the pin's hotels.
    const nearer = members.length > 1 && nearerView(members, view, size);
    if (nearer) {
      onHighlight([]);
      show(nearer);
    } else {
      toggleChosen(ids);
      // Moves the pin out from under the card.
      if (y > size.height * HEADROOM) show(moved(view, { x: 0, y: size.height * HEADROOM - y }));
      // After the paint, because it lays out the whole list.
      afterPaint(() => document.getElementById(resultId(ids[0] ?? 0))?.scrollIntoView({ block: 'center' }));
    }
  });
  return (
    <>
      <section
        ref={box}
        aria-label={t('label')}
        tabIndex={0}
        className={classes(styles['map'], streets && styles['aboveBar'])}
        data-streets={streets?.isReady || undefined}
        {...surface}
        onKeyDownCapture={({ key }) => key === 'Escape' && setChosenIds([])}
      >
        {streets?.isWanted && (
          <ErrorBoundary renderError={() => null}>
            <Suspense fallback={null}>
              <StreetMap styleUrl={streets.styleUrl} view={view} isReady={streets.isReady} onReady={streets.onReady} onFailure={streets.onFailure} />
            </Suspense>
          </ErrorBoundary>
        )}
        <MapDrawing view={view} size={size} pins={pins} withIsland={!streets?.isReady} />
        {!streets?.isReady && <MapLabels labels={labels} />}
        <MapPins pins={pins} highlighted={highlighted} onHighlight={onHighlight} chosenIds={chosenIds} onChoose={choose} />
        <div className={styles['tools']}>
          <IconButton raised label={t('zoomIn')} disabled={view.scale >= size.deepest} onClick={zoomIn}>
            <Plus aria-hidden />
          </IconButton>
          <IconButton raised label={t('zoomOut')} disabled={isWhole} onClick={zoomOut}>
            <Minus aria-hidden />
          </IconButton>
        </div>
        {!isWhole && (
          <Button variant="inverse" size="sm" icon={<Maximize aria-hidden />} onClick={showWhole} className={styles['whole']}>
            {t('wholeIsland')}
          </Button>
        )}
        <MapCredits scale={view.scale} withSource={!streets?.isReady}>
          {unplaced.length > 0 && (
            <Button
              variant="inverse"
              size="sm"
              aria-expanded={chosen.some(({ hotel }) => unplaced.includes(hotel))}
              onClick={() => toggleChosen(unplaced.map(({ id }) => id))}
            >
              {t('unplaced', { count: unplaced.length })}
            </Button>
          )}
        </MapCredits>
        {chosen.length > 0 && (
          <ChosenPlaces label={t('chosen')} places={chosen} search={search} onHighlight={onHighlight} onClose={() => setChosenIds([])} />
        )}
      </section>
      {streets && (
        <ErrorBoundary renderError={() => null}>
          <Suspense fallback={null}>
            <ConsentBar service="streetMap" provider={streets.host} />
          </Suspense>
        </ErrorBoundary>
      )}
      {streets?.hasFailed && <Notice tone="error">{t('streetsFailed')}</Notice>}
    </>
  );
});

/** The hotels that have no place on the map. */
function without(hotels: readonly Hotel[], placed: readonly PlacedHotel[]): readonly Hotel[] {
  const ids = new Set(placed.map(({ hotel }) => hotel.id));
  return hotels.filter(({ id }) => !ids.has(id));
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
