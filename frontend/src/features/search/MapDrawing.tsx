import { memo } from 'react';
import type { IslandPoint } from '@/geography/island';
import { IslandShape } from '@/product/IslandShape';
import { DetailedCoast } from './DetailedCoast';
import type { Pin } from './pinArrangement';
import type { MapSize, MapView } from './mapView';
import styles from './MapDrawing.module.css';

/** From this zoom on, the coast's outline of the whole island looks coarse. */
const DETAILED_FROM = 3;

interface MapDrawingProps {
  view: MapView;
  size: MapSize;
  pins: readonly Pin[];
  /** Whether to draw the island; the street map has its own. */
  withIsland: boolean;
}

/** The island, with more detail when zoomed in, and lines from displaced pins to their places. */
export const MapDrawing = memo(function MapDrawing({ view, size, pins, withIsland }: MapDrawingProps) {
  const isDetailed = view.scale >= DETAILED_FROM;
  return (
    <svg width={size.width} height={size.height} aria-hidden focusable="false" className={styles['drawing']}>
      <g style={{ transform: `translate(${size.width / 2 - view.x * view.scale}px, ${size.height / 2 - view.y * view.scale}px) scale(${view.scale})` }}>
        {withIsland && (isDetailed ? <DetailedCoast /> : <IslandShape />)}
      </g>
      {pins.map(({ x, y, tip, members: [first] }) => tip && <Leader key={first?.hotel.id} from={tip} to={{ x, y }} />)}
    </svg>
  );
});

/** A line from the hotel's place to its displaced pin. */
function Leader({ from, to }: { from: IslandPoint; to: IslandPoint }) {
  return (
    <>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className={styles['leader']} />
      <circle cx={from.x} cy={from.y} r={3} className={styles['tip']} />
    </>
  );
}
