import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { IslandPoint } from '@/geography/island';

/** A drag shorter than this is a click. */
const DRAG_PX = 4;
/** The zoom of one pixel of a pinch on a trackpad, and of one pixel of a wheel. */
const PINCH_ZOOM = 0.01;
const WHEEL_ZOOM = 0.002;
const LINE_PX = 20;
/** A wheel that has just scrolled the page continues to do so when the map comes under the pointer. */
const SCROLL_MS = 250;

interface MapGestures {
  readonly box: RefObject<HTMLElement | null>;
  /** Pans by a number of pixels. */
  readonly onDrag: (by: IslandPoint) => void;
  /** Zooms by a factor, around a point of the map in pixels. */
  readonly onZoom: (factor: number, at: IslandPoint) => void;
  /** Whether the zoom would change. */
  readonly canZoom: (factor: number) => boolean;
}

/**
 * Drags, pinches and the wheel. One finger that moves up or down scrolls the page (`touch-action: pan-y`), two fingers
 * belong to the map. The wheel zooms; at the end of the zoom it scrolls the page.
 */
export function useMapGestures({ box, onDrag, onZoom, canZoom }: MapGestures) {
  const pointers = useRef(new Map<number, IslandPoint>());
  const dragging = useRef(false);
  const zoom = useRef({ onZoom, canZoom });
  useEffect(() => {
    zoom.current = { onZoom, canZoom };
  });
  useEffect(() => {
    const map = box.current;
    if (!map) return undefined;
    const keepFromScrolling = (event: TouchEvent) => {
      if (event.touches.length > 1) event.preventDefault();
    };
    let scrolledAt = -Infinity;
    const onScroll = ({ timeStamp }: Event) => {
      scrolledAt = timeStamp;
    };
    // Browsers report a pinch on a trackpad as a wheel with the control key.
    const onWheel = (event: WheelEvent) => {
      const isPinch = event.ctrlKey;
      if (!isPinch && (event.timeStamp - scrolledAt < SCROLL_MS || isInList(event.target, map))) return;
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      const factor = Math.exp(-pixels * (isPinch ? PINCH_ZOOM : WHEEL_ZOOM));
      if (isPinch || zoom.current.canZoom(factor)) event.preventDefault();
      zoom.current.onZoom(factor, within(map, { x: event.clientX, y: event.clientY }));
    };
    // React's own listeners are passive and cannot prevent the scroll.
    const options = { passive: false };
    map.addEventListener('touchstart', keepFromScrolling, options);
    map.addEventListener('touchmove', keepFromScrolling, options);
    map.addEventListener('wheel', onWheel, options);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      map.removeEventListener('touchstart', keepFromScrolling);
      map.removeEventListener('touchmove', keepFromScrolling);
      map.removeEventListener('wheel', onWheel);
      window.removeEventListener('scroll', onScroll);
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
    onDoubleClick: (event: MouseEvent) => {
      if (event.target instanceof Element && !event.target.closest('button, a')) {
        onZoom(2, within(event.currentTarget, { x: event.clientX, y: event.clientY }));
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: (event: PointerEvent) => {
      if (event.buttons === 0) end(event);
    },
  };
}

/** Whether a list over the map, which scrolls by itself, has the wheel. */
function isInList(target: EventTarget | null, map: Element): boolean {
  const list = target instanceof Element ? target.closest('[data-scrolls]') : null;
  return list !== null && map.contains(list) && list.scrollHeight > list.clientHeight;
}

function distance(a: IslandPoint, b: IslandPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** A point of the screen, from the element's corner. */
function within(element: Element, { x, y }: IslandPoint): IslandPoint {
  const { left, top } = element.getBoundingClientRect();
  return { x: x - left, y: y - top };
}
