import { describe, expect, it } from 'vitest';
import { onIsland } from '@/geography/island';
import { TOWNS } from '@/geography/towns';
import { hotel } from '@/testing/hotels';
import { DEEPEST_DRAWN, onScreen, viewOf, wholeIsland, type MapSize } from './mapView';
import { arrangePins, pinsIn, placeHotels } from './pinArrangement';
import { labelsIn } from './placeLabels';

const SIZE: MapSize = { width: 480, height: 640, deepest: DEEPEST_DRAWN };
const names = (labels: ReturnType<typeof labelsIn>) => labels.map(({ name }) => name);

describe('§2.39 map: names of places', () => {
  it('the largest towns on the whole island', () => {
    expect(names(labelsIn(wholeIsland(SIZE), SIZE, [])).toSorted()).toEqual(['Ajaccio', 'Bastia', 'Bonifacio', 'Calvi', 'Corte', 'Porto-Vecchio']);
  });

  it('villages, beaches, summits and airports when zoomed in', () => {
    const labels = labelsIn(viewOf([onIsland(TOWNS.Calvi)], SIZE), SIZE, []);
    expect(names(labels)).toEqual(expect.arrayContaining(['Calvi', 'Lumio', 'Calvi Sainte-Catherine', 'Plage de Calvi']));
    const mountains = labelsIn({ ...onIsland({ latitude: 42.35, longitude: 8.95 }), scale: 8 }, SIZE, []);
    expect(names(mountains)).toEqual(expect.arrayContaining(['Monte Cinto', 'Calacuccia']));
  });

  it('a name gives way to a pin: it is written above its place instead of below, or beside a pin on its place', () => {
    const view = viewOf([onIsland(TOWNS.Calvi)], SIZE);
    const { x, y } = onScreen(onIsland(TOWNS.Calvi), view, SIZE);
    const calvi = (pinY: number) => labelsIn(view, SIZE, [{ x, y: pinY, members: [], tip: null }]).find(({ name }) => name === 'Calvi');
    expect(calvi(y - 60)?.offset.y).toBeGreaterThan(0);
    expect(calvi(y + 30)?.offset.y).toBeLessThan(0);
    expect(Math.abs(calvi(y)?.offset.y ?? 0)).toBeGreaterThan(20);
  });

  it('a town among the spread pins of its hotels keeps its name', () => {
    const hotels = placeHotels(Array.from({ length: 8 }, (_, id) => hotel({ id, position: TOWNS.Calvi })));
    const view = viewOf(hotels, SIZE);
    const pins = pinsIn(arrangePins(hotels, view.scale, SIZE.deepest), view, SIZE);
    expect(pins).toHaveLength(8);
    expect(names(labelsIn(view, SIZE, pins))).toContain('Calvi');
  });

  it('no name covers another one', () => {
    const view = { ...onIsland({ latitude: 42.6, longitude: 8.92 }), scale: 9 };
    const hotels = placeHotels([hotel({ id: 1, position: TOWNS["L'Île-Rousse"] })]);
    const labels = labelsIn(view, SIZE, pinsIn(arrangePins(hotels, view.scale, SIZE.deepest), view, SIZE));
    expect(labels.length).toBeGreaterThan(5);
    const boxes = labels.map(({ name, x, y, offset }) => ({ left: x + offset.x - name.length * 3, right: x + offset.x + name.length * 3, top: y + offset.y }));
    for (const [index, a] of boxes.entries()) {
      for (const b of boxes.slice(index + 1)) {
        expect(a.right < b.left || b.right < a.left || Math.abs(a.top - b.top) >= 13).toBe(true);
      }
    }
  });
});
