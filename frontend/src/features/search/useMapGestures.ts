import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { IslandPoint } from '@/geography/island';

/** A drag shorter than this is a click. */
const DRAG_PX = 4;
/** The zoom of one pixel of a pinch on a trackpad. */
const WHEEL_ZOOM = 0.01;

interface MapGestures {
  readonly box: RefObject<HTMLElement | null>;
  /** Pans by a number of pixels. */
  readonly onDrag: (by: IslandPoint) => void;
  /** Zooms by a factor, around a point of the map in pixels. */
  readonly onZoom: (factor: number, at: IslandPoint) => void;
}

/**
 * Drags and pinches. One finger that moves up or down scrolls the page (`touch-action: pan-y`), two fingers belong to
 * the map.
 */
export function useMapGestures({ box, onDrag, onZoom }: MapGestures) {
  const pointers = useRef(new Map<number, IslandPoint>());
  const dragging = useRef(false);
  const zoom = useRef(onZoom);
  useEffect(() => {
    zoom.current = onZoom;
  });
  useEffect(() => {
    const map = box.current;
    if (!map) return undefined;
    const keepFromScrolling = (event: TouchEvent) => {
      if (event.touches.length > 1) event.preventDefault();
    };
    // Browsers report a pinch on a trackpad as a wheel with the control key.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom.current(Math.exp(-event.deltaY * WHEEL_ZOOM), within(map, { x: event.clientX, y: event.clientY }));
    };
    // React's own listeners are passive and cannot prevent the scroll.
    const options = { passive: false };
    map.addEventListener('touchstart', keepFromScrolling, options);
    map.addEventListener('touchmove', keepFromScrolling, options);
    map.addEventListener('wheel', onWheel, options);
    return () => {
      map.removeEventListener('touchstart', keepFromScrolling);
      map.removeEventListener('touchmove', keepFromScrolling);
      map.removeEventListener('wheel', onWheel);
    };
  }, [box]);

  const end = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId);
    dragging.current = false;
  };
  return {
    onPointerDown: ({ button, pointerId, clientX, clientY }: PointerEvent) => {
      if (button === 0) pointers.current.set(pointerId, { x: clientX, y: clientY });
    },
    onPointerMove: (event: PointerEvent) => {
      const from = pointers.current.get(event.pointerId);
      if (!from) return;
      const to = { x: event.clientX, y: event.clientY };
      const by = { x: to.x - from.x, y: to.y - from.y };
      const [other] = [...pointers.current].flatMap(([id, place]) => (id === event.pointerId ? [] : [place]));
      if (!other && !dragging.current && Math.hypot(by.x, by.y) < DRAG_PX) return;
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) event.currentTarget.setPointerCapture(event.pointerId);
      dragging.current = true;
      pointers.current.set(event.pointerId, to);
      if (!other) {
        onDrag(by);
        return;
      }
      onDrag({ x: by.x / 2, y: by.y / 2 });
      const factor = distance(to, other) / Math.max(distance(from, other), 1);
      onZoom(factor, within(event.currentTarget, { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }));
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: (event: PointerEvent) => {
      if (event.buttons === 0) end(event);
    },
  };
}

function distance(a: IslandPoint, b: IslandPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A point of the screen, from the element's corner. */
function within(element: Element, { x, y }: IslandPoint): IslandPoint {
  const { left, top } = element.getBoundingClientRect();
  return { x: x - left, y: y - top };
}
