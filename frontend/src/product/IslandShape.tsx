import { ISLAND, PEAKS } from '@/geography/island';
import styles from './IslandShape.module.css';

/** SVG content: the island's coast and mountains, in the units of `ISLAND`. */
export function IslandShape() {
  return (
    <>
      <path d={ISLAND.coast} transform={`scale(${ISLAND.coastScale})`} className={styles['coast']} />
      {PEAKS.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <path d={`M${x - 6},${y + 4}l6,-9 6,9z`} className={styles['lit']} />
          <path d={`M${x},${y - 5}l6,9 -5,0z`} className={styles['dark']} />
        </g>
      ))}
    </>
  );
}
