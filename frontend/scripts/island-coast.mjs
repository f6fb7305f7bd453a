/**
 * Cuts Corsica's coast out of Natural Earth's 1:10m countries (public domain), onto the plane that src/geography/island.ts
 * describes. Run it after a change of the package or of that plane: `npm run island`.
 */
import { readFile, writeFile } from 'node:fs/promises';

const PLANE = { west: 8.5, north: 43.05, unitsADegree: 200, shrink: Math.cos((42.2 * Math.PI) / 180) };
const CORSICA = { west: 8.3, east: 9.8, south: 41.2, north: 43.2 };

const atlas = JSON.parse(await readFile('node_modules/world-atlas/countries-10m.json', 'utf8'));
const france = atlas.objects.countries.geometries.find(({ properties }) => properties.name === 'France');
const coasts = france.arcs.map(([outline]) => outline.flatMap(arc).map(toDegrees));
// A lagoon's shore also lies within: the island is the longest line.
const [island] = coasts.filter((line) => line.every(isOnCorsica)).toSorted((a, b) => b.length - a.length);
await writeFile('src/geography/coast.json', `${JSON.stringify({ path: pathOf(island.map(toPlane)) })}\n`);

/** An arc's points, in the order in which the outline runs through it; a negative number runs backwards. */
function arc(index) {
  let [x, y] = [0, 0];
  const points = atlas.arcs[index < 0 ? ~index : index].map(([dx, dy]) => [(x += dx), (y += dy)]);
  return index < 0 ? points.toReversed() : points;
}

function toDegrees([x, y]) {
  const { scale, translate } = atlas.transform;
  return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
}

function isOnCorsica([longitude, latitude]) {
  const { west, east, south, north } = CORSICA;
  return longitude > west && longitude < east && latitude > south && latitude < north;
}

/** In tenths of a unit, which whole numbers write shortest. */
function toPlane([longitude, latitude]) {
  const { west, north, unitsADegree, shrink } = PLANE;
  return [(longitude - west) * shrink, north - latitude].map((degrees) => Math.round(degrees * unitsADegree * 10));
}

/** From the first point on, each by its step from the one before. */
function pathOf([first, ...others]) {
  let [x, y] = first;
  const steps = others.map(([nextX, nextY]) => {
    const step = `${nextX - x},${nextY - y}`;
    [x, y] = [nextX, nextY];
    return step;
  });
  return `M${first.join(',')}l${steps.filter((step) => step !== '0,0').join(' ')}z`.replaceAll(/[ ,](?=-)/g, '');
}
