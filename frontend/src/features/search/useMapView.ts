import { startTransition, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { PlacedHotel } from './pinArrangement';
import { moved, viewOf, wholeIsland, zoomed, zoomedAt, type MapSize, type MapView } from './mapView';
import { useMapGestures } from './useMapGestures';

const BEFORE_LAYOUT = { width: 480, height: 640 };
const ZOOM_STEP = 1.8;
const KEY_STEP_PX = 80;

/**
 * The map's view: all results at first and after each change of them; then what the user pans and zooms to. Size and view
 * are the same objects while they stay the same.
 *
 * @param deepest the maximum zoom.
 */
export function useMapView(placed: readonly PlacedHotel[], deepest: number) {
  const box = useRef<HTMLElement>(null);
  const { width, height } = useSize(box);
  const size: MapSize = useMemo(() => ({ width, height, deepest }), [width, height, deepest]);
  const shown = useMemo(() => placed.map(({ hotel }) => hotel.id).toSorted((a, b) => a - b).join(), [placed]);
  const [chosen, setChosen] = useState<{ shown: string; view: MapView } | null>(null);
  const own = chosen?.shown === shown ? chosen.view : null;
  const view = useMemo(() => (own ? zoomed(own, 1, size) : viewOf(placed, size)), [own, placed, size]);
  // From the latest view: there can be several events between two renders.
  const change = (by: (from: MapView) => MapView) =>
    setChosen((before) => ({ shown, view: by(before?.shown === shown ? before.view : viewOf(placed, size)) }));
  // In a transition, because another zoom arranges all pins anew: what was pressed shows at once.
  const jump = (by: (from: MapView) => MapView) => startTransition(() => change(by));
  const zoom = (factor: number) => jump((from) => zoomed(from, factor, size));
  const gestures = useMapGestures({
    box,
    onDrag: (by) => change((from) => moved(from, by)),
    onZoom: (factor, at) => change((from) => zoomedAt(from, factor, size, at)),
    canZoom: (factor) => zoomed(view, factor, size).scale !== view.scale,
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) jump((from) => moved(from, step));
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
    show: (next: MapView) => jump(() => next),
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    showWhole: () => jump(() => wholeIsland(size)),
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
