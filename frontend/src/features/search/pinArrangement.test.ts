import { describe, expect, it } from 'vitest';
import { TOWNS } from '@/geography/towns';
import { hotel } from '@/testing/hotels';
import { DEEPEST_DRAWN, onScreen, viewOf, wholeIsland, type MapSize, type MapView } from './mapView';
import { arrangePins, pinsIn, placeHotels, type Pin, type PlacedHotel } from './pinArrangement';

const SIZE: MapSize = { width: 480, height: 640, deepest: DEEPEST_DRAWN };
const at = (id: number, latitude: number, longitude: number) => hotel({ id, position: { latitude, longitude } });
const placed = (...hotels: ReturnType<typeof at>[]) => placeHotels(hotels);
const calvi = TOWNS.Calvi;
/** Hotels of one town, a few hundred metres apart. */
const inCalvi = (count: number) =>
  placed(...Array.from({ length: count }, (_, index) => at(index + 1, calvi.latitude + (index % 4) * 0.002, calvi.longitude + Math.floor(index / 4) * 0.003)));
const bonifacio = at(90, TOWNS.Bonifacio.latitude, TOWNS.Bonifacio.longitude);
const visible = (all: readonly PlacedHotel[], view: MapView) => pinsIn(arrangePins(all, view.scale, SIZE.deepest), view, SIZE);
const ids = (pins: readonly Pin[]) => pins.flatMap(({ members }) => members.map(({ hotel: { id } }) => id));
const closest = (all: readonly PlacedHotel[]) => viewOf(all, SIZE, DEEPEST_DRAWN);

function expectNoneTouches(pins: readonly Pin[]) {
  for (const [index, a] of pins.entries()) {
    for (const b of pins.slice(index + 1)) {
      expect(Math.abs(a.x - b.x) >= 57.9 || Math.abs(a.y - b.y) >= 37.9, `pins at ${a.x},${a.y} and ${b.x},${b.y}`).toBe(true);
    }
  }
}

describe('§2.39 search: the map’s pins', () => {
  it('pins that would touch are merged, in the order of the list', () => {
    const pins = visible([...inCalvi(5), ...placed(bonifacio)], wholeIsland(SIZE));
    expect(pins.map(({ members }) => members.length)).toEqual([5, 1]);
    expect(ids(pins)).toEqual([1, 2, 3, 4, 5, 90]);
    expectNoneTouches(pins);
  });

  it('another order of the list moves no pin', () => {
    const all = inCalvi(8);
    const view = closest(all);
    const positions = (hotels: readonly PlacedHotel[]) =>
      new Map(visible(hotels, view).map(({ x, y, members: [member] }) => [member?.hotel.id, `${x},${y}`]));
    const reversed = all.toReversed();
    expect(positions(reversed)).toEqual(positions(all));
    expect(ids(visible(reversed, wholeIsland(SIZE)))).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it.each([2, 8, 25])('at the maximum zoom, each of %i shows its price and is displaced from the others', (count) => {
    const all = inCalvi(count);
    const pins = visible(all, closest(all));
    expect(pins).toHaveLength(count);
    expectNoneTouches(pins);
    for (const pin of pins) {
      const [member] = pin.members;
      const place = member && onScreen(member, closest(all), SIZE);
      const tip = pin.tip ?? pin;
      expect(Math.hypot(tip.x - (place?.x ?? 0), tip.y - (place?.y ?? 0))).toBeLessThan(20);
    }
  });

  it('§2.39 map: hotels of one place are spread around it, not in a column', () => {
    const all = placed(...Array.from({ length: 12 }, (_, index) => at(index + 1, calvi.latitude, calvi.longitude)));
    const pins = visible(all, closest(all));
    expectNoneTouches(pins);
    const extent = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    const [width, height] = [extent(pins.map(({ x }) => x)), extent(pins.map(({ y }) => y))];
    expect(width / height).toBeGreaterThan(0.6);
    expect(width / height).toBeLessThan(3.5);
    const middle = pins.reduce((sum, { x }) => sum + x, 0) / pins.length;
    expect(Math.abs(middle - SIZE.width / 2)).toBeLessThan(10);
  });

  it('§2.39 map: at a town’s zoom, a small cluster is spread and a large one counted', () => {
    const few = inCalvi(6);
    expect(visible(few, viewOf(few, SIZE))).toHaveLength(6);
    const same = placed(...Array.from({ length: 20 }, (_, index) => at(index + 1, calvi.latitude, calvi.longitude)));
    const [cluster, ...others] = visible(same, viewOf(same, SIZE));
    expect(cluster?.members).toHaveLength(20);
    expect(others).toEqual([]);
  });

  it('§2.39 map: pins keep their places relative to each other while the map moves', () => {
    const all = inCalvi(8);
    const view = closest(all);
    const before = visible(all, view);
    const after = visible(all, { ...view, x: view.x + 10 / view.scale });
    expect(after.map(({ x }) => Math.round(x + 10))).toEqual(before.map(({ x }) => Math.round(x)));
  });

  it('omits hotels outside of the view', () => {
    const all = [...inCalvi(1), ...placed(bonifacio)];
    expect(ids(visible(all, viewOf(inCalvi(1), SIZE)))).toEqual([1]);
    expect(ids(visible(all, wholeIsland(SIZE)))).toEqual([1, 90]);
  });

  it('§2.39 map: a hotel without a position is shown in the middle of the place that it names', () => {
    const [zonza, unknown] = [hotel({ id: 7, city: 'ZONZA', location: 'Route de Bavella', position: null }), hotel({ id: 8, city: 'Atlantide', location: '', position: null })];
    expect(placeHotels([zonza, unknown])).toMatchObject([{ hotel: { id: 7 }, around: 'Zonza' }]);
    expect(placeHotels([hotel({ id: 9, city: '', location: 'Quai Landry, Calvi', position: null })])).toMatchObject([{ around: 'Calvi' }]);
  });
});
