import coast from './coast.json';
import type { Position } from './towns';

/** The island on a plane of 166 by 345 units; its coast is Natural Earth's, in tenths of a unit. */
export const ISLAND = { width: 166, height: 345, coast: coast.path, coastScale: 0.1 } as const;

/** A point of that plane. */
export interface IslandPoint {
  readonly x: number;
  readonly y: number;
}

const WEST = 8.5;
const NORTH = 43.05;
const UNITS_A_DEGREE = 200;
const SHRINK = Math.cos((42.2 * Math.PI) / 180);

/** Where a position lies on that plane. */
export function onIsland({ latitude, longitude }: Position): IslandPoint {
  return { x: (longitude - WEST) * SHRINK * UNITS_A_DEGREE, y: (NORTH - latitude) * UNITS_A_DEGREE };
}

/** The chain that runs through the island, from the Cinto to the Cagna. */
export const PEAKS: readonly IslandPoint[] = [
  { latitude: 42.38, longitude: 8.946 },
  { latitude: 42.475, longitude: 8.905 },
  { latitude: 42.217, longitude: 9.055 },
  { latitude: 42.174, longitude: 9.105 },
  { latitude: 42.062, longitude: 9.134 },
  { latitude: 41.852, longitude: 9.209 },
  { latitude: 41.795, longitude: 9.245 },
  { latitude: 42.394, longitude: 9.326 },
  { latitude: 42.83, longitude: 9.38 },
  { latitude: 41.6, longitude: 9.085 },
].map(onIsland);
