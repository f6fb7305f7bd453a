import { describe, expect, it } from 'vitest';
import { TOWNS } from '@/geography/towns';
import { hotel } from '@/testing/hotels';
import { deepestScale, moved, onScreen, pinsIn, placeHotels, viewOf, wholeIsland, zoomed, zoomedAt, type MapSize, type Pin } from './mapView';

const SIZE: MapSize = { width: 480, height: 640 };
const at = (id: number, latitude: number, longitude: number) => hotel({ id, position: { latitude, longitude } });
const placed = (...hotels: ReturnType<typeof at>[]) => placeHotels(hotels);
const calvi = TOWNS.Calvi;
/** Hotels of one town, a few hundred metres apart. */
const inCalvi = (count: number) =>
  placed(...Array.from({ length: count }, (_, index) => at(index + 1, calvi.latitude + (index % 4) * 0.002, calvi.longitude + Math.floor(index / 4) * 0.003)));
const bonifacio = at(90, TOWNS.Bonifacio.latitude, TOWNS.Bonifacio.longitude);
const ids = (pins: readonly Pin[]) => pins.flatMap(({ members }) => members.map(({ hotel: { id } }) => id));

function expectNoneTouches(pins: readonly Pin[]) {
  for (const [index, a] of pins.entries()) {
    for (const b of pins.slice(index + 1)) {
      expect(Math.abs(a.x - b.x) >= 55.9 || Math.abs(a.y - b.y) >= 35.9, `pins at ${a.x},${a.y} and ${b.x},${b.y}`).toBe(true);
    }
  }
}

describe('§2.39 search: the map’s view', () => {
  it('shows the whole island without results, and for results all over it', () => {
    expect(viewOf([], SIZE)).toEqual(wholeIsland(SIZE));
    const all = placed(bonifacio, at(2, 43, 9.4));
    expect(viewOf(all, SIZE)).toEqual(wholeIsland(SIZE));
  });

  it('zooms in as far as the results allow, up to the maximum zoom', () => {
    const view = viewOf(inCalvi(3), SIZE);
    expect(view.scale).toBe(deepestScale(SIZE));
    const south = placed(bonifacio, at(2, TOWNS['Porto-Vecchio'].latitude, TOWNS['Porto-Vecchio'].longitude));
    for (const point of south) {
      const { x, y } = onScreen(point, viewOf(south, SIZE), SIZE);
      expect(x > 0 && x < SIZE.width && y > 0 && y < SIZE.height).toBe(true);
    }
    expect(viewOf(south, SIZE).scale).toBeGreaterThan(wholeIsland(SIZE).scale);
  });

  it('zooms between the whole island and the maximum, and pans without leaving the island', () => {
    const whole = wholeIsland(SIZE);
    expect(zoomed(whole, 1 / 2, SIZE)).toEqual(whole);
    expect(zoomed(whole, 1000, SIZE).scale).toBe(deepestScale(SIZE));
    expect(moved(whole, { x: 1e6, y: -1e6 })).toMatchObject({ x: 0, y: 345 });
  });
});

describe('§2.39 search: the map’s pins', () => {
  it('pins that would touch are merged, in the order of the list', () => {
    const pins = pinsIn([...inCalvi(5), ...placed(bonifacio)], wholeIsland(SIZE), SIZE);
    expect(pins.map(({ members }) => members.length)).toEqual([5, 1]);
    expect(ids(pins)).toEqual([1, 2, 3, 4, 5, 90]);
    expectNoneTouches(pins);
  });

  it.each([2, 8, 25])('at the maximum zoom, each of %i shows its price and is displaced from the others', (count) => {
    const all = inCalvi(count);
    const pins = pinsIn(all, viewOf(all, SIZE), SIZE);
    expect(pins).toHaveLength(count);
    expectNoneTouches(pins);
    for (const pin of pins) {
      const [member] = pin.members;
      const place = member && onScreen(member, viewOf(all, SIZE), SIZE);
      const tip = pin.tip ?? pin;
      expect(Math.hypot(tip.x - (place?.x ?? 0), tip.y - (place?.y ?? 0))).toBeLessThan(18);
    }
  });

  it('omits hotels outside of the view or without a position', () => {
    const all = [...inCalvi(1), ...placed(bonifacio), ...placeHotels([hotel({ id: 7, position: null })])];
    expect(ids(pinsIn(all, viewOf(inCalvi(1), SIZE), SIZE))).toEqual([1]);
    expect(ids(pinsIn(all, wholeIsland(SIZE), SIZE))).toEqual([1, 90]);
  });

  it('§2.39 map: a zoom around a point leaves that point where it is', () => {
    const whole = wholeIsland(SIZE);
    const point = { x: whole.x + 1 / whole.scale, y: whole.y - 40 / whole.scale };
    const before = onScreen(point, whole, SIZE);
    const near = zoomedAt(whole, 2, SIZE, before);
    expect(near.scale).toBeCloseTo(whole.scale * 2);
    expect(onScreen(point, near, SIZE).x).toBeCloseTo(before.x);
    expect(onScreen(point, near, SIZE).y).toBeCloseTo(before.y);
  });
});
