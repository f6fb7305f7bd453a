import { Mountain, Plane } from 'lucide-react';
import { memo } from 'react';
import { classes } from '@/components/classes';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import type { Label } from './placeLabels';
import styles from './MapLabels.module.css';

/** The names of places, hidden from screen readers: the pins have names of their own. */
export const MapLabels = memo(function MapLabels({ labels }: { labels: readonly Label[] }) {
  return (
    <div aria-hidden lang={CONTENT_LANGUAGE} className={styles['labels']}>
      {labels.map(({ name, kind, x, y, offset }) => (
        <span key={name} style={{ translate: `${x}px ${y}px` }} className={classes(styles['place'], styles[kind])}>
          <span style={{ translate: `${offset.x}px ${offset.y}px` }} className={styles['name']}>
            {kind === 'airport' && <Plane />}
            {kind === 'summit' && <Mountain />}
            {name}
          </span>
        </span>
      ))}
    </div>
  );
});
