import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ISLAND, onIsland } from '@/geography/island';
import type { Position } from '@/geography/towns';
import { CONTENT_LANGUAGE } from '@/i18n/language';
import { classes } from '@/components/classes';
import { useConsent } from '@/consent/useConsent';
import { ConsentBar } from './ConsentBar';
import { IslandShape } from './IslandShape';
import { MAP_HOST } from './mapHost';
import styles from './PlaceMap.module.css';
import { useNearViewport } from '@/components/useNearViewport';

const MAPS = `${MAP_HOST}/maps`;
const PROVIDER = 'Google Maps';
const PROBE_IMAGE = `${MAP_HOST}/favicon.ico`;

interface PlaceMapProps {
  /** The query for the map. */
  place: string;
  /** Where the drawing shows a pin; null for no pin. */
  position: Position | null;
}

/**
 * A map of a place: a drawing of the island, and over it, if the person consents, an embedded map. The drawing stays if
 * the embedded map cannot load.
 */
export function PlaceMap({ place, position }: PlaceMapProps) {
  const { t } = useTranslation();
  const consent = useConsent('googleMaps') === true;
  const [loaded, setLoaded] = useState(false);
  // After a withdrawal, the map has to load anew.
  if (loaded && !consent) setLoaded(false);
  const reached = consent && loaded;
  const [box, isNear] = useNearViewport<HTMLDivElement>();
  const pin = position && onIsland(position);
  const query = new URLSearchParams({ q: `${place}, Corse`, output: 'embed', z: '14' });
  return (
    <>
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
        {/*
         * Rendered only near the viewport, because even an empty iframe creates a document. `allow-same-origin` is safe
         * here: the map has another origin than the page, so it cannot reach the page or lift the sandbox.
         */}
        {consent && isNear && (
          <iframe
            title={t('map.title', { place })}
            src={`${MAPS}?${query}`}
            onLoad={() => probe(() => setLoaded(true))}
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
      <ConsentBar service="googleMaps" provider={PROVIDER} />
    </>
  );
}

/**
 * Checks that the map's host is reachable by loading an image from it: `load` of an iframe also fires for error pages.
 */
function probe(onReached: () => void): void {
  const picture = new Image();
  picture.addEventListener('load', onReached);
  picture.referrerPolicy = 'no-referrer';
  picture.src = PROBE_IMAGE;
}
