import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ISLAND, onIsland } from '@/geography/island';
import type { Position } from '@/geography/towns';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { classes } from '@/components/classes';
import { IslandShape } from './IslandShape';
import { MAP_HOST } from './mapHost';
import styles from './PlaceMap.module.css';
import { useNearViewport } from '@/components/useNearViewport';

const MAPS = `${MAP_HOST}/maps`;
const PROBE = `${MAP_HOST}/favicon.ico`;

interface PlaceMapProps {
  /** What the map is asked for. */
  place: string;
  position: Position | null;
}

/** A map of a place over our own drawing of the island, which stays where the map cannot come. */
export function PlaceMap({ place, position }: PlaceMapProps) {
  const { t } = useTranslation();
  const [reached, setReached] = useState(false);
  const [box, isNear] = useNearViewport<HTMLDivElement>();
  const pin = position && onIsland(position);
  const query = new URLSearchParams({ q: `${place}, Corse`, output: 'embed', z: '14' });
  return (
    <div ref={box} className={styles['map']}>
      <div className={styles['drawing']} aria-hidden={reached}>
        <svg viewBox={`-12 -12 ${ISLAND.width + 24} ${ISLAND.height + 24}`} aria-hidden focusable="false">
          <IslandShape />
          {pin && <circle cx={pin.x} cy={pin.y} r={7} className={styles['pin']} />}
        </svg>
        <p lang={CONTENT_LANGUAGE} className={styles['place']}>
          <MapPin aria-hidden />
          {place}
        </p>
      </div>
      {/* Even an empty frame costs a document. The map is of another origin: keeping that origin lets nothing out of the sandbox. */}
      {isNear && (
        <iframe
          title={t('map.title', { place })}
          src={`${MAPS}?${query}`}
          onLoad={() => probe(() => setReached(true))}
          loading="lazy"
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-popups"
          referrerPolicy="no-referrer-when-downgrade"
          allowFullScreen
          inert={!reached}
          className={classes(styles['frame'], reached && styles['reached'])}
        />
      )}
    </div>
  );
}

/** A frame also loads when all it has is the browser's own page of errors: a picture from the same house tells. */
function probe(onReached: () => void): void {
  const picture = new Image();
  picture.addEventListener('load', onReached);
  picture.referrerPolicy = 'no-referrer';
  picture.src = PROBE;
}
