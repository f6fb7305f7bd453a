import { onIsland, type IslandPoint } from '@/geography/island';
import { NAMED_PLACES } from '@/geography/placeNamed';
import { AIRPORTS, SUMMITS } from '@/geography/landmarks';
import type { Pin } from './pinArrangement';
import { isIn, onScreen, type MapSize, type MapView } from './mapView';

export type LabelKind = 'city' | 'town' | 'village' | 'beach' | 'airport' | 'summit';

interface Place {
  readonly name: string;
  readonly kind: LabelKind;
  readonly point: IslandPoint;
}

/** A name on the map, below or above its place. Positions are in pixels. */
export interface Label extends IslandPoint {
  readonly name: string;
  readonly kind: LabelKind;
  readonly isAbove: boolean;
}

/** Towns with a name at every zoom. */
const CITIES = new Set(['Ajaccio', 'Bastia', 'Bonifacio', 'Calvi', 'Corte', 'Porto-Vecchio']);
/** From which zoom on names are written, the most important ones first. */
const SHOWN_FROM: Readonly<Record<LabelKind, number>> = { city: 0, town: 2.4, summit: 3.4, airport: 5, village: 5, beach: 11 };
const KINDS: readonly LabelKind[] = ['city', 'town', 'airport', 'summit', 'village', 'beach'];

const PLACES: readonly Place[] = [
  ...NAMED_PLACES.map(({ name, kind, position }) => ({ name, kind: CITIES.has(name) ? ('city' as const) : kind, point: onIsland(position) })),
  ...AIRPORTS.map(({ name, position }) => ({ name, kind: 'airport' as const, point: onIsland(position) })),
  ...SUMMITS.map(({ name, position }) => ({ name, kind: 'summit' as const, point: onIsland(position) })),
].toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));

/** Estimates, in pixels: measuring each name would cost a layout. */
const LETTER_PX = 6.6;
const LINE_PX = 15;
const ICON_PX = 14;
const DOT_PX = 5;
const PIN_BOX = { width: 58, height: 34 };

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The names that fit: none covers another one or a pin. A name moves above its place if there is no room below. */
export function labelsIn(view: MapView, size: MapSize, pins: readonly Pin[]): readonly Label[] {
  const taken: Box[] = pins.map(({ x, y }) => boxAround(x, y, PIN_BOX.width, PIN_BOX.height));
  const labels: Label[] = [];
  for (const { name, kind, point } of PLACES) {
    if (view.scale < SHOWN_FROM[kind]) continue;
    const at = onScreen(point, view, size);
    if (!isIn(at, size)) continue;
    const width = name.length * LETTER_PX + (kind === 'airport' || kind === 'summit' ? ICON_PX : 0);
    const offset = DOT_PX + LINE_PX / 2;
    const sides = [false, true].map((isAbove) => ({ isAbove, box: boxAround(at.x, at.y + (isAbove ? -offset : offset), width, LINE_PX) }));
    const free = sides.find(({ box }) => taken.every((other) => !overlap(box, other)));
    // A city keeps its name even if a pin covers a part of it.
    const side = free ?? (kind === 'city' && labels.length < CITIES.size ? sides[0] : undefined);
    if (!side) continue;
    taken.push(side.box);
    labels.push({ name, kind, ...at, isAbove: side.isAbove });
  }
  return labels;
}

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
