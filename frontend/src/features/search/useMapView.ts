import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { PlacedHotel } from './pinArrangement';
import { moved, viewOf, wholeIsland, zoomed, zoomedAt, type MapSize, type MapView } from './mapView';
import { useMapGestures } from './useMapGestures';

const BEFORE_LAYOUT = { width: 480, height: 640 };
const ZOOM_STEP = 1.8;
const KEY_STEP_PX = 80;

/**
 * The map's view: all results at first and after each change of them; then what the user pans and zooms to.
 *
 * @param deepest the maximum zoom.
 */
export function useMapView(placed: readonly PlacedHotel[], deepest: number) {
  const box = useRef<HTMLElement>(null);
  const size: MapSize = { ...useSize(box), deepest };
  const shown = placed.map(({ hotel }) => hotel.id).toSorted((a, b) => a - b).join();
  const [chosen, setChosen] = useState<{ shown: string; view: MapView } | null>(null);
  const view = chosen?.shown === shown ? zoomed(chosen.view, 1, size) : viewOf(placed, size);
  const show = (next: MapView) => setChosen({ shown, view: next });
  const zoom = (factor: number) => show(zoomed(view, factor, size));
  // From the latest state: two fingers move between two renders.
  const change = (by: (from: MapView) => MapView) =>
    setChosen((before) => ({ shown, view: by(before?.shown === shown ? before.view : viewOf(placed, size)) }));
  const gestures = useMapGestures({
    box,
    onDrag: (by) => change((from) => moved(from, by)),
    onZoom: (factor, at) => change((from) => zoomedAt(from, factor, size, at)),
    canZoom: (factor) => zoomed(view, factor, size).scale !== view.scale,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) show(moved(view, step));
    else if (event.key === '+') zoom(ZOOM_STEP);
    else if (event.key === '-') zoom(1 / ZOOM_STEP);
    else return;
    event.preventDefault();
    // The focused pin may have left the view.
    box.current?.focus({ preventScroll: true });
  };
  return {
    box,
    size,
    view,
    show,
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    showWhole: () => show(wholeIsland(size)),
    isWhole: view.scale <= wholeIsland(size).scale,
    surface: { ...gestures, onKeyDown },
  };
}

/** The direction in which an arrow key pans. */
const STEPS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: KEY_STEP_PX, y: 0 },
  ArrowRight: { x: -KEY_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP_PX },
  ArrowDown: { x: 0, y: -KEY_STEP_PX },
};

function useSize(box: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState(BEFORE_LAYOUT);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}
