import { ISLAND, type IslandPoint } from '@/geography/island';

/** A view of the map: its centre, and its zoom in pixels per unit of the island's plane. */
export interface MapView extends IslandPoint {
  readonly scale: number;
}

/** In pixels. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
  /** The maximum zoom, as far as the map has detail. */
  readonly deepest: number;
}

/** The maximum zoom of the drawn map: fourteen metres in a pixel. */
export const DEEPEST_DRAWN = 40;
/** The maximum zoom of the street map: half a metre in a pixel. */
export const DEEPEST_STREETS = 1024;
/** The zoom that shows a town with its surroundings. */
const TOWN_SCALE = 20;
const MARGIN_PX = 44;

const ISLAND_CORNERS: readonly IslandPoint[] = [
  { x: 0, y: 0 },
  { x: ISLAND.width, y: ISLAND.height },
];

export function wholeIsland(size: MapSize): MapView {
  return frame(ISLAND_CORNERS, size, Infinity, MARGIN_PX / 2);
}

/**
 * The view with the highest zoom that contains all points, up to that of a town; the whole island without points.
 */
export function viewOf(points: readonly IslandPoint[], size: MapSize, deepest = TOWN_SCALE): MapView {
  const whole = wholeIsland(size);
  if (points.length === 0) return whole;
  const near = frame(points, size, Math.min(deepest, size.deepest), MARGIN_PX);
  return near.scale > whole.scale ? near : whole;
}

/** The smallest change of zoom that is worth an animation. */
const NEARER = 1.1;

/** The next view that brings a cluster's points apart: that of a town, then the closest one; null at its end. */
export function nearerView(points: readonly IslandPoint[], view: MapView, size: MapSize): MapView | null {
  const views = [TOWN_SCALE, size.deepest].map((deepest) => viewOf(points, size, deepest));
  return views.find(({ scale }) => scale > view.scale * NEARER) ?? null;
}

function frame(points: readonly IslandPoint[], { width, height }: MapSize, deepest: number, margin: number): MapView {
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top), deepest);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** Zooms by a factor, between the whole island and the maximum. The centre stays on the island. */
export function zoomed(view: MapView, factor: number, size: MapSize): MapView {
  const whole = wholeIsland(size);
  const scale = Math.min(Math.max(view.scale * factor, whole.scale), size.deepest);
  return scale === whole.scale ? whole : { ...view, scale };
}

/** Zooms by a factor around a point of the map, in pixels, which stays where it is. */
export function zoomedAt(view: MapView, factor: number, size: MapSize, at: IslandPoint): MapView {
  const next = zoomed(view, factor, size);
  const shift = (1 / view.scale - 1 / next.scale) * next.scale;
  return moved({ ...view, scale: next.scale }, { x: (size.width / 2 - at.x) * shift, y: (size.height / 2 - at.y) * shift });
}

/** Pans by a number of pixels. The centre stays on the island. */
export function moved(view: MapView, by: IslandPoint): MapView {
  const within = (value: number, end: number) => Math.min(Math.max(value, 0), end);
  return {
    ...view,
    x: within(view.x - by.x / view.scale, ISLAND.width),
    y: within(view.y - by.y / view.scale, ISLAND.height),
  };
}

/** The position of a point of the plane in the view, in pixels. */
export function onScreen(point: IslandPoint, view: MapView, { width, height }: MapSize): IslandPoint {
  return { x: (point.x - view.x) * view.scale + width / 2, y: (point.y - view.y) * view.scale + height / 2 };
}

/** Whether a point in pixels is within the map. */
export function isIn({ x, y }: IslandPoint, { width, height }: MapSize): boolean {
  return x > 0 && y > 0 && x < width && y < height;
}
