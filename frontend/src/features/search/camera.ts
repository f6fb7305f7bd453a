import { mercator, NORTH, RADIANS, UNITS_PER_LONGITUDE, WEST } from '@/geography/plane';
import type { Position } from '@/geography/towns';
import type { MapView } from './mapView';

/** MapLibre's world is this wide at zoom 0. */
const WORLD_PX = 512;

/** The centre and the zoom of MapLibre that show the same as a view: both maps have Mercator's projection. */
export function cameraOf(view: MapView): { center: [longitude: number, latitude: number]; zoom: number } {
  const { longitude, latitude } = positionOf(view);
  const pixelsPerDegree = UNITS_PER_LONGITUDE * view.scale;
  return { center: [longitude, latitude], zoom: Math.log2((pixelsPerDegree * 360) / WORLD_PX) };
}

/** The position of a point of the plane: the inverse of `onIsland`. */
function positionOf({ x, y }: MapView): Position {
  const ordinate = mercator(NORTH) - y / UNITS_PER_LONGITUDE;
  return {
    longitude: WEST + x / UNITS_PER_LONGITUDE,
    latitude: (2 * Math.atan(Math.exp(ordinate * RADIANS)) - Math.PI / 2) / RADIANS,
  };
}
