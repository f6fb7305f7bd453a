/**
 * Extracts the detailed coast of Corsica from OpenStreetMap's land polygons and projects it onto the plane of
 * src/geography/plane.ts. The polygons are one WKB multipolygon; github.com/gauteh/roaring-landmask has them as
 * `assets/osm.wkb.xz`. Run it after a change of the plane: `npm run coast-detail -- osm.wkb`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { onIsland } from '../src/geography/plane.ts';
import { pathOf, type Point } from './coastPath.ts';

/** Without Sardinia and its islets. */
const CORSICA = { west: 8.3, east: 9.8, south: 41.32, north: 43.2 };
/** About eleven metres; the polygons themselves are accurate to some tens of metres. */
const STEPS_PER_UNIT = 50;
/** In square steps. Rocks smaller than about 55 by 55 metres are omitted. */
const SMALLEST_AREA = 25;
/** In steps. A point that is less than this beside the line of its neighbours is omitted: about 20 metres. */
const TOLERANCE = 1.8;
const POLYGON_HEADER = 9;

const [, , source] = process.argv;
if (!source) throw new Error('Usage: npm run coast-detail -- osm.wkb');
const outlines = outlinesOf(await readFile(source)).filter((outline) => outline.every(isOnCorsica));
const islands = outlines.map((outline) => outline.map(toPlane)).filter((outline) => areaOf(outline) >= SMALLEST_AREA).map(simplified);
if (islands.length === 0) throw new Error('The file has no land within the bounds of Corsica');
// A picture and not a module, because it is data that no script reads.
const path = `<path id="coast" d="${islands.map(pathOf).join('')}" transform="scale(${1 / STEPS_PER_UNIT})" vector-effect="non-scaling-stroke"/>`;
await writeFile('src/geography/coastDetail.svg', `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 166 345">${path}</svg>\n`);

/** The outer rings of a little-endian WKB multipolygon. */
function outlinesOf(wkb: Buffer): Point[][] {
  const rings: Point[][] = [];
  let at = POLYGON_HEADER;
  const count = wkb.readUInt32LE(5);
  for (let polygon = 0; polygon < count; polygon += 1) {
    const ringCount = wkb.readUInt32LE(at + 5);
    at += POLYGON_HEADER;
    for (let ring = 0; ring < ringCount; ring += 1) {
      const points = wkb.readUInt32LE(at);
      at += 4;
      // Only the rings near Corsica are decoded: the file has the whole world.
      if (ring === 0 && isOnCorsica(pointAt(wkb, at))) {
        rings.push(Array.from({ length: points }, (_, index) => pointAt(wkb, at + index * 16)));
      }
      at += points * 16;
    }
  }
  return rings;
}

function pointAt(wkb: Buffer, offset: number): Point {
  return [wkb.readDoubleLE(offset), wkb.readDoubleLE(offset + 8)];
}

function isOnCorsica([longitude, latitude]: Point): boolean {
  const { west, east, south, north } = CORSICA;
  return longitude > west && longitude < east && latitude > south && latitude < north;
}

function toPlane([longitude, latitude]: Point): Point {
  const { x, y } = onIsland({ longitude, latitude });
  return [Math.round(x * STEPS_PER_UNIT), Math.round(y * STEPS_PER_UNIT)];
}

/** The area of a ring, by the shoelace formula. */
function areaOf(ring: readonly Point[]): number {
  const [first] = ring;
  const doubled = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[index + 1] ?? first ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(doubled) / 2;
}

/** Ramer, Douglas and Peucker's simplification of a line. */
function simplified(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  const distances = line.map((point) => distanceToLine(point, first, last));
  const farthest = distances.reduce((best, distance, index) => (distance > (distances[best] ?? 0) ? index : best), 0);
  if ((distances[farthest] ?? 0) < TOLERANCE) return [first, last];
  return [...simplified(line.slice(0, farthest + 1)), ...simplified(line.slice(farthest)).slice(1)];
}

/** The distance of a point from the line through two points; from the point itself if they are one, as a ring's ends. */
function distanceToLine([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const length = Math.hypot(toX - fromX, toY - fromY);
  if (length === 0) return Math.hypot(x - fromX, y - fromY);
  return Math.abs((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)) / length;
}
