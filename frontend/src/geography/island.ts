import coast from './coast.json';
import { onIsland, type IslandPoint } from './plane';

/** The island projected onto a plane of 166 by 345 units. The coast is from Natural Earth, in tenths of a unit. */
export const ISLAND = { width: 166, height: 345, coast: coast.path, coastScale: 0.1 } as const;

export { onIsland, type IslandPoint };

/** Summits of the mountain chain, drawn on the island. */
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
