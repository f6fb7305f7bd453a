import { onIsland } from '@/geography/island';
import { TOWNS } from '@/geography/towns';
import { onScreen, wholeIsland, type MapSize, type MapView } from './mapView';
import styles from './MapTowns.module.css';

/** Towns with a name at every zoom; the others get theirs when zoomed in. */
const LARGE = new Set(['Ajaccio', 'Bastia', 'Bonifacio', 'Calvi', 'Corte', 'Porto-Vecchio']);
const NEARER = 1.5;
const TOWN_POINTS = Object.entries(TOWNS).map(([name, position]) => ({ name, point: onIsland(position) }));

/** The names of towns, hidden from screen readers: the pins have names of their own. */
export function MapTowns({ view, size }: { view: MapView; size: MapSize }) {
  const isNear = view.scale > wholeIsland(size).scale * NEARER;
  return (
    <div aria-hidden className={styles['towns']}>
      {TOWN_POINTS.filter(({ name }) => isNear || LARGE.has(name)).map(({ name, point }) => {
        const { x, y } = onScreen(point, view, size);
        return (
          <span key={name} style={{ translate: `${x}px ${y}px` }} className={styles['town']}>
            {name}
          </span>
        );
      })}
    </div>
  );
}
