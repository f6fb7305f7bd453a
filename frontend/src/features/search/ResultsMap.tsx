import { Maximize, Minus, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hotel } from '@/api/hotels';
import { Button, IconButton } from '@/components/Button';
import { IslandShape } from '@/product/IslandShape';
import type { IslandPoint } from '@/geography/island';
import type { Search } from '@/domain/searchAddress';
import { ChosenPlaces } from './ChosenPlaces';
import { MapPins } from './MapPins';
import { MapTowns } from './MapTowns';
import { deepestScale, moved, placeHotels, pinsIn, viewOf, type Pin } from './mapView';
import { resultId } from './resultId';
import styles from './ResultsMap.module.css';
import { useMapView } from './useMapView';

/** The smallest change of zoom that is worth an animation. */
const NEARER = 1.1;
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

/** The results on a drawn map of the island, with the same highlights as the list. Load it lazily. */
export default function ResultsMap({ hotels, search, highlighted, onHighlight }: ResultsMapProps) {
  const { t } = useTranslation('search-map');
  const placed = useMemo(() => placeHotels(hotels), [hotels]);
  const { box, size, view, show, zoomIn, zoomOut, showWhole, isWhole, surface } = useMapView(placed);
  const pins = useMemo(() => pinsIn(placed, view, size), [placed, view, size]);
  const [chosenIds, setChosenIds] = useState<readonly number[]>([]);
  const chosen = hotels.filter(({ id }) => chosenIds.includes(id));
  const unplaced = hotels.length - placed.length;

  const choose = ({ members, y }: Pin) => {
    const nearer = viewOf(members, size);
    const ids = members.map(({ hotel }) => hotel.id);
    // Zooms in on a cluster that separates at a higher zoom; otherwise lists the pin's hotels.
    if (members.length > 1 && nearer.scale > view.scale * NEARER) {
      onHighlight([]);
      show(nearer);
    } else {
      setChosenIds(sameIds(ids, chosenIds) ? [] : ids);
      // Moves the pin out from under the card.
      if (y > size.height * HEADROOM) show(moved(view, { x: 0, y: size.height * HEADROOM - y }));
      document.getElementById(resultId(ids[0] ?? 0))?.scrollIntoView({ block: 'center' });
    }
  };
  return (
    <section
      ref={box}
      aria-label={t('label')}
      tabIndex={0}
      className={styles['map']}
      {...surface}
      onKeyDownCapture={({ key }) => key === 'Escape' && setChosenIds([])}
    >
      <svg width={size.width} height={size.height} aria-hidden focusable="false" className={styles['drawing']}>
        <g style={{ transform: `translate(${size.width / 2 - view.x * view.scale}px, ${size.height / 2 - view.y * view.scale}px) scale(${view.scale})` }}>
          <IslandShape />
        </g>
        {pins.map(({ x, y, tip, members: [first] }) => tip && <MapLeader key={first?.hotel.id} from={tip} to={{ x, y }} />)}
      </svg>
      <MapTowns view={view} size={size} />
      <MapPins pins={pins} highlighted={highlighted} onHighlight={onHighlight} chosenIds={chosenIds} onChoose={choose} />
      <div className={styles['tools']}>
        <IconButton raised label={t('zoomIn')} disabled={view.scale >= deepestScale(size)} onClick={zoomIn}>
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
      {unplaced > 0 && <p className={styles['unplaced']}>{t('unplaced', { count: unplaced })}</p>}
      {chosen.length > 0 && <ChosenPlaces hotels={chosen} search={search} onHighlight={onHighlight} onClose={() => setChosenIds([])} />}
    </section>
  );
}

/** A line from the hotel's place to its displaced pin. */
function MapLeader({ from, to }: { from: IslandPoint; to: IslandPoint }) {
  return (
    <>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={styles['leader']} />
      <circle cx={from.x} cy={from.y} r={3} className={styles['tip']} />
    </>
  );
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}
