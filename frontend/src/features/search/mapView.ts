import type { Hotel } from '@/api/hotels';
import { ISLAND, onIsland, type IslandPoint } from '@/geography/island';

/** A view of the map: its centre, and its zoom in pixels per unit of the island's plane. */
export interface MapView extends IslandPoint {
  readonly scale: number;
}

/** In pixels. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
}

export interface PlacedHotel extends IslandPoint {
  readonly hotel: Hotel;
}

/** A pin for one hotel, or for several that would overlap. Its position is in pixels. */
export interface Pin extends IslandPoint {
  readonly members: readonly PlacedHotel[];
  /** The hotel's real position, if the pin is displaced. */
  readonly tip: IslandPoint | null;
}

/** The maximum zoom, relative to the view of the whole island. The coastline has no detail beyond it. */
const DEEPEST = 7;
const MARGIN_PX = 44;
/** The smallest distance of two pins. */
const PIN_PX: MapSize = { width: 56, height: 36 };

const ISLAND_CORNERS: readonly IslandPoint[] = [
  { x: 0, y: 0 },
  { x: ISLAND.width, y: ISLAND.height },
];

export function placeHotels(hotels: readonly Hotel[]): readonly PlacedHotel[] {
  return hotels.flatMap((hotel) => (hotel.position ? [{ hotel, ...onIsland(hotel.position) }] : []));
}

export function wholeIsland(size: MapSize): MapView {
  return frame(ISLAND_CORNERS, size, Infinity, MARGIN_PX / 2);
}

/** The view with the highest zoom that contains all points; the whole island without points. */
export function viewOf(points: readonly IslandPoint[], size: MapSize): MapView {
  const whole = wholeIsland(size);
  if (points.length === 0) return whole;
  const near = frame(points, size, deepestScale(size), MARGIN_PX);
  return near.scale > whole.scale ? near : whole;
}

export function deepestScale(size: MapSize): number {
  return wholeIsland(size).scale * DEEPEST;
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
  const scale = Math.min(Math.max(view.scale * factor, whole.scale), deepestScale(size));
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

/** The visible pins. Pins that would touch are merged; at the maximum zoom, they are displaced instead. */
export function pinsIn(placed: readonly PlacedHotel[], view: MapView, size: MapSize): readonly Pin[] {
  const pins = placed.map((hotel) => ({ ...onScreen(hotel, view, size), members: [hotel], tip: null }));
  const isDeepest = view.scale >= deepestScale(size);
  const apart = isDeepest ? parted(pins.filter((pin) => isIn(pin, size))) : gathered(pins);
  return apart.filter((pin) => isIn(pin, size));
}

function isIn({ x, y }: IslandPoint, { width, height }: MapSize): boolean {
  return x > 0 && y > 0 && x < width && y < height;
}

function touch(a: IslandPoint, b: IslandPoint): boolean {
  return Math.abs(a.x - b.x) < PIN_PX.width && Math.abs(a.y - b.y) < PIN_PX.height;
}

function gathered(pins: readonly Pin[]): readonly Pin[] {
  const fewer = joined(pins);
  return fewer.length < pins.length ? gathered(fewer) : fewer;
}

function joined(pins: readonly Pin[]): readonly Pin[] {
  const kept: Pin[] = [];
  for (const pin of pins) {
    const near = kept.findIndex((other) => touch(other, pin));
    const other = kept[near];
    if (other) kept[near] = together(other, pin);
    else kept.push(pin);
  }
  return kept;
}

/** A merged pin at the mean position of its hotels. */
function together(a: Pin, b: Pin): Pin {
  const members = [...a.members, ...b.members];
  const share = b.members.length / members.length;
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, members, tip: null };
}

const ROUNDS = 300;
/** The golden angle: points placed by it, as sunflower seeds are, never form a line. */
const GOLDEN_ANGLE = 2.4;

/** Pushes touching pins apart, each by half of the missing distance, until none touch. */
function parted(pins: readonly Pin[]): readonly Pin[] {
  const places = pins.map(({ x, y }, index) => ({
    x: x + Math.sqrt(index) * Math.cos(index * GOLDEN_ANGLE),
    y: y + Math.sqrt(index) * Math.sin(index * GOLDEN_ANGLE),
  }));
  for (let round = 0; round < ROUNDS && pushApart(places); round += 1);
  return pins.map((pin, index) => {
    const place = places[index] ?? pin;
    const covers = Math.hypot(place.x - pin.x, place.y - pin.y) < PIN_PX.height / 2;
    return { ...pin, ...place, tip: covers ? null : { x: pin.x, y: pin.y } };
  });
}

/** One iteration, which changes the pins in place. Returns whether any two touched. */
function pushApart(places: { x: number; y: number }[]): boolean {
  let touched = false;
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) {
      if (!touch(a, b)) continue;
      touched = true;
      const [x, y] = [b.x - a.x, b.y - a.y];
      const [lackX, lackY] = [PIN_PX.width - Math.abs(x), PIN_PX.height - Math.abs(y)];
      const axis = lackX < lackY ? 'x' : 'y';
      const half = (Math.min(lackX, lackY) / 2) * Math.sign((axis === 'x' ? x : y) || 1);
      a[axis] -= half;
      b[axis] += half;
    }
  }
  return touched;
}
