import { describe, expect, it } from 'vitest';
import { onIsland } from '@/geography/island';
import { TOWNS } from '@/geography/towns';
import { cameraOf } from './camera';
import { DEEPEST_DRAWN, moved, nearerView, onScreen, viewOf, wholeIsland, zoomed, zoomedAt, type MapSize } from './mapView';

const SIZE: MapSize = { width: 480, height: 640, deepest: DEEPEST_DRAWN };
const { Calvi: calvi, Bonifacio: bonifacio } = TOWNS;
/** Points a few hundred metres apart. */
const inCalvi = [0, 1, 2].map((index) => onIsland({ latitude: calvi.latitude + index * 0.002, longitude: calvi.longitude }));

describe('§2.39 search: the map’s view', () => {
  it('shows the whole island without results, and for results all over it', () => {
    expect(viewOf([], SIZE)).toEqual(wholeIsland(SIZE));
    const all = [onIsland(bonifacio), onIsland({ latitude: 43, longitude: 9.4 })];
    expect(viewOf(all, SIZE)).toEqual(wholeIsland(SIZE));
  });

  it('zooms in as far as the results allow, up to a town with its surroundings', () => {
    const view = viewOf(inCalvi, SIZE);
    const metres = (SIZE.width / view.scale) * 556;
    expect(metres).toBeGreaterThan(10_000);
    expect(metres).toBeLessThan(20_000);
    const south = [onIsland(bonifacio), onIsland(TOWNS['Porto-Vecchio'])];
    for (const point of south) {
      const { x, y } = onScreen(point, viewOf(south, SIZE), SIZE);
      expect(x > 0 && x < SIZE.width && y > 0 && y < SIZE.height).toBe(true);
    }
    expect(viewOf(south, SIZE).scale).toBeGreaterThan(wholeIsland(SIZE).scale);
  });

  it('brings a cluster apart in two steps: to the town, then as close as there is detail', () => {
    const town = nearerView(inCalvi, wholeIsland(SIZE), SIZE);
    expect(town).toEqual(viewOf(inCalvi, SIZE));
    const closest = town && nearerView(inCalvi, town, SIZE);
    expect(closest?.scale).toBe(DEEPEST_DRAWN);
    expect(closest && nearerView(inCalvi, closest, SIZE)).toBeNull();
  });

  it('zooms between the whole island and the maximum, and pans without leaving the island', () => {
    const whole = wholeIsland(SIZE);
    expect(zoomed(whole, 1 / 2, SIZE)).toEqual(whole);
    expect(zoomed(whole, 1000, SIZE).scale).toBe(DEEPEST_DRAWN);
    expect(moved(whole, { x: 1e6, y: -1e6 })).toMatchObject({ x: 0, y: 345 });
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

  it('§2.39 map: the street map’s camera shows the same as the view', () => {
    const { center, zoom } = cameraOf({ ...onIsland(calvi), scale: 10 });
    expect(center[0]).toBeCloseTo(calvi.longitude, 6);
    expect(center[1]).toBeCloseTo(calvi.latitude, 6);
    // MapLibre's projection: 512 pixels of the world at zoom 0.
    const pixels = (longitude: number) => ((longitude + 180) / 360) * 512 * 2 ** zoom;
    const [left, right] = [onIsland(calvi), onIsland(bonifacio)];
    expect(pixels(bonifacio.longitude) - pixels(calvi.longitude)).toBeCloseTo((right.x - left.x) * 10, 3);
  });
});
