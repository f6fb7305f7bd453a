import type { Hotel } from '@/api/hotels';
import { onIsland, type IslandPoint } from '@/geography/island';
import { placeInAddress } from '@/geography/namedPlaces';
import { isIn, type MapSize, type MapView } from './mapView';

export interface PlacedHotel extends IslandPoint {
  readonly hotel: Hotel;
  /** The name of the place in whose middle the hotel is shown, because its own position is unknown. */
  readonly around: string | null;
}

/** A pin for one hotel, or for several that would overlap. Its position is in pixels. */
export interface Pin extends IslandPoint {
  readonly members: readonly PlacedHotel[];
  /** The hotel's real position, if the pin is displaced. */
  readonly tip: IslandPoint | null;
}

/** The smallest distance of two pins, in pixels. */
const PIN = { width: 58, height: 38 };

/** The hotels with a position, and those whose address names a known place. */
export function placeHotels(hotels: readonly Hotel[]): readonly PlacedHotel[] {
  return hotels.flatMap((hotel): PlacedHotel[] => {
    if (hotel.position) return [{ hotel, around: null, ...onIsland(hotel.position) }];
    const place = placeInAddress(hotel.city) ?? placeInAddress(hotel.location);
    return place ? [{ hotel, around: place.name, ...onIsland(place.position) }] : [];
  });
}

/** Pins of one zoom, in pixels from the plane's corner. */
type PinArrangement = readonly Pin[];

/** From this zoom on, the pins of a small cluster are spread. */
const SPREAD_FROM = 10;
const SMALL_CLUSTER = 8;

/**
 * Arranges the pins for a zoom. Pins that would touch are merged into a cluster; a small cluster is spread from the
 * zoom of a town on, and at the maximum zoom each of them. Pins and the members of a cluster are in the order of the
 * list, but their places do not depend on it: another sort order moves no pin.
 */
export function arrangePins(placed: readonly PlacedHotel[], scale: number, deepest: number): PinArrangement {
  const steady = placed.toSorted((a, b) => a.hotel.id - b.hotel.id);
  const single = steady.map((hotel) => ({ x: hotel.x * scale, y: hotel.y * scale, members: [hotel], tip: null }));
  const largest = scale >= deepest ? Infinity : scale >= SPREAD_FROM ? SMALL_CLUSTER : 1;
  const pins = merged(single).flatMap((pin) => (pin.members.length <= largest ? apart(pin, scale) : [pin]));
  const order = new Map(placed.map(({ hotel }, index) => [hotel.id, index]));
  const rank = ({ hotel }: PlacedHotel) => order.get(hotel.id) ?? 0;
  const first = ({ members }: Pin) => Math.min(...members.map(rank));
  return spread(pins, scale)
    .map(({ x, y, tip, members }) => ({ x, y, tip, members: members.toSorted((a, b) => rank(a) - rank(b)) }))
    .toSorted((a, b) => first(a) - first(b));
}

/** A cluster's pins, each on its place but for a few pixels, so that those of one place can part in all directions. */
function apart({ members }: Pin, scale: number): readonly Pin[] {
  return members.map((hotel, index) => ({
    x: hotel.x * scale + Math.sqrt(index) * Math.cos(index * GOLDEN_ANGLE),
    y: hotel.y * scale + Math.sqrt(index) * Math.sin(index * GOLDEN_ANGLE),
    members: [hotel],
    tip: null,
  }));
}

/** The pins that are visible in a view of the arrangement's zoom, in pixels from the map's corner. */
export function pinsIn(arrangement: PinArrangement, view: MapView, size: MapSize): readonly Pin[] {
  const corner = { x: view.x * view.scale - size.width / 2, y: view.y * view.scale - size.height / 2 };
  const shifted = ({ x, y }: IslandPoint) => ({ x: x - corner.x, y: y - corner.y });
  return arrangement.map((pin) => ({ ...pin, ...shifted(pin), tip: pin.tip && shifted(pin.tip) })).filter((pin) => isIn(pin, size));
}

/** How far apart two pins are; below 1, they touch. */
function distance(a: IslandPoint, b: IslandPoint): number {
  return Math.max(Math.abs(a.x - b.x) / PIN.width, Math.abs(a.y - b.y) / PIN.height);
}

function merged(pins: readonly Pin[]): readonly Pin[] {
  const fewer = mergedOnce(pins);
  return fewer.length < pins.length ? merged(fewer) : fewer;
}

function mergedOnce(pins: readonly Pin[]): readonly Pin[] {
  const kept: Pin[] = [];
  for (const pin of pins) {
    const near = kept.findIndex((other) => distance(other, pin) < 1);
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
/** Pins stop this much before they touch, so that rounding cannot keep them moving. */
const SLACK = 1.02;

/**
 * Pushes touching pins apart until none touch: away from each other in all directions, so that a crowd becomes a disc
 * around its places and not a column.
 */
function spread(pins: readonly Pin[], scale: number): readonly Pin[] {
  const places = pins.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS && pushApart(places); round += 1);
  return pins.map((pin, index) => {
    const [hotel, ...others] = pin.members;
    const place = places[index] ?? pin;
    if (!hotel || others.length > 0) return { ...pin, ...place };
    const tip = { x: hotel.x * scale, y: hotel.y * scale };
    const isCovered = Math.hypot(place.x - tip.x, place.y - tip.y) < PIN.height / 2;
    return { ...pin, ...place, tip: isCovered ? null : tip };
  });
}

/** One iteration, which changes the places. Returns whether any two touched. */
function pushApart(places: { x: number; y: number }[]): boolean {
  let touched = false;
  // Without copies of the list: this runs up to a hundred thousand times for one zoom.
  for (let first = 0; first < places.length; first += 1) {
    for (let second = first + 1; second < places.length; second += 1) {
      const [a, b] = [places[first], places[second]];
      if (!a || !b) continue;
      const near = distance(a, b);
      if (near >= 1) continue;
      touched = true;
      // Half of the missing distance for each, along the line between them.
      const missing = (SLACK / Math.max(near, 0.01) - 1) / 2;
      const [x, y] = [(b.x - a.x) * missing, (b.y - a.y) * missing];
      a.x -= x;
      a.y -= y;
      b.x += x;
      b.y += y;
    }
  }
  return touched;
}
