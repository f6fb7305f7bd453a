import type { Position } from './towns';

/** A point on the plane of the island's maps. */
export interface IslandPoint {
  readonly x: number;
  readonly y: number;
}

export const WEST = 8.5;
export const NORTH = 43.05;
const MIDDLE = 42.2;
/** At the island's mean latitude, a unit is 1/200 of a degree of latitude: 556 metres. */
const UNITS_PER_DEGREE = 200;
export const RADIANS = Math.PI / 180;

/** The units of a degree of longitude. */
export const UNITS_PER_LONGITUDE = UNITS_PER_DEGREE * Math.cos(MIDDLE * RADIANS);
export const METRES_PER_UNIT = 111_195 / UNITS_PER_DEGREE;

/** Projects a position onto the plane by Mercator's projection, which street maps use, too. */
export function onIsland({ latitude, longitude }: Position): IslandPoint {
  return { x: (longitude - WEST) * UNITS_PER_LONGITUDE, y: (mercator(NORTH) - mercator(latitude)) * UNITS_PER_LONGITUDE };
}

/** The ordinate of a latitude, in degrees of longitude. */
export function mercator(latitude: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * RADIANS) / 2)) / RADIANS;
}
