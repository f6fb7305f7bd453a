/**
 * Extracts Corsica's coast from Natural Earth's 1:10m countries (public domain) and projects it onto the plane of
 * src/geography/plane.ts. Run it after an update of the package or a change of the plane: `npm run island`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { onIsland } from '../src/geography/plane.ts';
import { pathOf, type Point } from './coastPath.ts';

const CORSICA = { west: 8.3, east: 9.8, south: 41.2, north: 43.2 };

/** The part of a TopoJSON file that this script reads. */
interface Atlas {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  /** Each point is relative to the one before it. */
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: { readonly countries: { readonly geometries: readonly Country[] } };
}
interface Country {
  readonly properties: { readonly name: string };
  /** The polygons, each as rings of arc indices. */
  readonly arcs: readonly [outline: readonly number[]][];
}

const atlas: Atlas = JSON.parse(await readFile('node_modules/world-atlas/countries-10m.json', 'utf8'));
const france = atlas.objects.countries.geometries.find(({ properties }) => properties.name === 'France');
if (!france) throw new Error('The atlas has no country France');
const coasts = france.arcs.map(([outline]) => outline.flatMap(arc).map(toDegrees));
// The shores of lagoons are within the bounds, too; the island's coast is the longest line.
const [island] = coasts.filter((line) => line.every(isOnCorsica)).toSorted((a, b) => b.length - a.length);
if (!island) throw new Error('The atlas has no coast within the bounds of Corsica');
await writeFile('src/geography/coast.json', `${JSON.stringify({ path: pathOf(island.map(toPlane)) })}\n`);

/** The points of a TopoJSON arc. A negative index means the reversed arc. */
function arc(index: number): Point[] {
  let [x, y] = [0, 0];
  const points = atlas.arcs[index < 0 ? ~index : index]?.map(([dx, dy]): Point => [(x += dx), (y += dy)]) ?? [];
  return index < 0 ? points.toReversed() : points;
}

function toDegrees([x, y]: Point): Point {
  const { scale, translate } = atlas.transform;
  return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
}

function isOnCorsica([longitude, latitude]: Point): boolean {
  const { west, east, south, north } = CORSICA;
  return longitude > west && longitude < east && latitude > south && latitude < north;
}

/** Projects to tenths of a unit, rounded, which gives the shortest path data. */
function toPlane([longitude, latitude]: Point): Point {
  const { x, y } = onIsland({ longitude, latitude });
  return [Math.round(x * 10), Math.round(y * 10)];
}
