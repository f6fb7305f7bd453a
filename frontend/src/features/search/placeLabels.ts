import { onIsland, type IslandPoint } from '@/geography/island';
import { AIRPORTS, GULFS, SUMMITS } from '@/geography/landmarks';
import { NAMED_PLACES } from '@/geography/namedPlaces';
import { isIn, onScreen, type MapSize, type MapView } from './mapView';
import type { Pin } from './pinArrangement';

type LabelKind = 'city' | 'town' | 'village' | 'beach' | 'airport' | 'summit' | 'gulf';

interface Place {
  readonly name: string;
  readonly kind: LabelKind;
  readonly point: IslandPoint;
}

/** A name on the map. Positions are in pixels. */
export interface Label extends IslandPoint {
  readonly name: string;
  readonly kind: LabelKind;
  /** From the place to the middle of its name. */
  readonly offset: IslandPoint;
}

/** Towns with a name at every zoom. */
const CITIES = new Set(['Ajaccio', 'Bastia', 'Bonifacio', 'Calvi', 'Corte', 'Porto-Vecchio']);
/** From which zoom on names are written. */
const SHOWN_FROM: Readonly<Record<LabelKind, number>> = { city: 0, town: 2.4, summit: 3.4, gulf: 4, airport: 5, village: 5, beach: 11 };
/** The most important ones first: they take the room. */
const KINDS: readonly LabelKind[] = ['city', 'town', 'gulf', 'airport', 'summit', 'village', 'beach'];

const PLACES: readonly Place[] = [
  ...NAMED_PLACES.map(({ name, kind, position }) => placeOf(CITIES.has(name) ? 'city' : kind, { name, position })),
  ...AIRPORTS.map((airport) => placeOf('airport', airport)),
  ...SUMMITS.map((summit) => placeOf('summit', summit)),
  ...GULFS.map((gulf) => placeOf('gulf', gulf)),
].toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));

function placeOf(kind: LabelKind, { name, position }: { name: string; position: Parameters<typeof onIsland>[0] }): Place {
  return { name, kind, point: onIsland(position) };
}

/** Estimates, in pixels: measuring each name would cost a layout. */
const LETTER_PX = 6.8;
const LINE_PX = 15;
const ICON_PX = 16;
const PIN_BOX = { width: 56, height: 32 };
const CLUSTER_BOX = { width: 36, height: 36 };
/** The distance of a name from its place, and beyond the pins that cover the place. */
const DISTANCES = [5, 20, 44, 72];
/** The kinds whose name may be beyond such pins. */
const BESIDE_PINS = new Set<LabelKind>(['city', 'town']);

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The names that fit into the map: none covers another one, a pin or a button. A name is below its place if there is
 * room, else above, right or left of it.
 */
export function labelsIn(view: MapView, size: MapSize, pins: readonly Pin[]): readonly Label[] {
  const taken: Box[] = [...pins.map(pinBox), ...buttonBoxes(size)];
  const labels: Label[] = [];
  for (const { name, kind, point } of PLACES) {
    const at = view.scale < SHOWN_FROM[kind] ? null : onScreen(point, view, size);
    if (!at || !isIn(at, size)) continue;
    const width = name.length * LETTER_PX + (kind === 'airport' || kind === 'summit' ? ICON_PX : 0);
    for (const offset of offsetsOf(kind, width)) {
      const box = boxAround(at.x + offset.x, at.y + offset.y, width, LINE_PX);
      if (box.left < 0 || box.right > size.width || box.top < 0 || taken.some((other) => overlap(box, other))) continue;
      taken.push(box);
      labels.push({ name, kind, ...at, offset });
      break;
    }
  }
  return labels;
}

function offsetsOf(kind: LabelKind, width: number): readonly IslandPoint[] {
  // A gulf has no point: its name is in its middle.
  if (kind === 'gulf') return [{ x: 0, y: 0 }];
  return DISTANCES.slice(0, BESIDE_PINS.has(kind) ? undefined : 1).flatMap((distance) => {
    const [x, y] = [distance + width / 2, distance + LINE_PX / 2];
    return [{ x: 0, y }, { x: 0, y: -y }, { x, y: 0 }, { x: -x, y: 0 }];
  });
}

function pinBox({ x, y, members }: Pin): Box {
  const { width, height } = members.length > 1 ? CLUSTER_BOX : PIN_BOX;
  return boxAround(x, y, width, height);
}

/** The room of the buttons in the upper corners and of the lower edge. */
function buttonBoxes({ width, height }: MapSize): readonly Box[] {
  return [
    { left: 0, right: 170, top: 0, bottom: 60 },
    { left: width - 64, right: width, top: 0, bottom: 116 },
    { left: 0, right: width, top: height - 30, bottom: height },
  ];
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
