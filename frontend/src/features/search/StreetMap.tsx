import { Map as MapLibre, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useEffectEvent, useRef } from 'react';
import { classes } from '@/components/classes';
import { cameraOf } from './camera';
import type { MapView } from './mapView';
import styles from './StreetMap.module.css';

// A worker of the page's own origin; the default is a blob, which the content security policy does not allow.
setWorkerUrl(workerUrl);

interface StreetMapProps {
  /** The address of a MapLibre style. */
  styleUrl: string;
  view: MapView;
  isReady: boolean;
  onReady: () => void;
  /** The style could not be loaded, or the browser has no WebGL. */
  onFailure: () => void;
}

/** A street map behind the pins. It follows the view of the results' map, which handles all gestures. Load it lazily. */
export default function StreetMap({ styleUrl, view, isReady, onReady, onFailure }: StreetMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre | null>(null);
  const ready = useEffectEvent(onReady);
  const failed = useEffectEvent(onFailure);
  const camera = cameraOf(view);
  const { zoom } = camera;
  const [longitude, latitude] = camera.center;
  const start = useEffectEvent((container: HTMLElement, style: string) => new MapLibre({ container, style, interactive: false, ...camera }));

  useEffect(() => {
    if (!box.current) return undefined;
    let isLoaded = false;
    try {
      const created = start(box.current, styleUrl);
      map.current = created;
      // The pins say what the map shows; the links of its sources stay readable.
      created.getCanvas().setAttribute('aria-hidden', 'true');
      created.on('load', () => {
        isLoaded = true;
        ready();
      });
      // Later errors are single tiles: the map shows the others.
      created.on('error', () => {
        if (!isLoaded) failed();
      });
    } catch {
      failed();
    }
    return () => {
      map.current?.remove();
      map.current = null;
    };
  }, [styleUrl]);

  useEffect(() => {
    map.current?.jumpTo({ center: [longitude, latitude], zoom });
  }, [longitude, latitude, zoom]);

  return <div ref={box} className={classes(styles['streets'], isReady && styles['ready'])} />;
}
