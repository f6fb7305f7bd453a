/** The fifteen known towns. Positions and destinations are mapped to the nearest of them. */
export const TOWNS = {
  Ajaccio: { latitude: 41.9192, longitude: 8.7386 },
  Aléria: { latitude: 42.1044, longitude: 9.5128 },
  Bastia: { latitude: 42.6973, longitude: 9.4509 },
  Bonifacio: { latitude: 41.3874, longitude: 9.1595 },
  Calvi: { latitude: 42.5675, longitude: 8.7575 },
  Corte: { latitude: 42.3066, longitude: 9.149 },
  Ghisonaccia: { latitude: 42.0153, longitude: 9.4056 },
  "L'Île-Rousse": { latitude: 42.634, longitude: 8.9377 },
  Porticcio: { latitude: 41.884, longitude: 8.785 },
  Porto: { latitude: 42.267, longitude: 8.696 },
  'Porto-Vecchio': { latitude: 41.591, longitude: 9.2795 },
  Propriano: { latitude: 41.6757, longitude: 8.9041 },
  'Saint-Florent': { latitude: 42.6813, longitude: 9.303 },
  Sartène: { latitude: 41.6217, longitude: 8.9745 },
  Solenzara: { latitude: 41.856, longitude: 9.399 },
} as const;

export type Town = keyof typeof TOWNS;
/** The town of an unknown destination. */
export const DEFAULT_TOWN: Town = 'Ajaccio';

/** A position in degrees (WGS 84). */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const EARTH_RADIUS_KM = 6371;
const towns = Object.entries(TOWNS).map(([name, position]) => ({ name, position }));

export function isTown(name: string): name is Town {
  return Object.hasOwn(TOWNS, name);
}

/** The known town nearest to a position, and its distance. */
export function nearestTown(from: Position): { town: Town; kilometres: number } {
  let nearest: { town: Town; kilometres: number } = { town: DEFAULT_TOWN, kilometres: Infinity };
  for (const { name, position } of towns) {
    const kilometres = distance(from, position);
    if (isTown(name) && kilometres < nearest.kilometres) nearest = { town: name, kilometres };
  }
  return nearest;
}

/** Great-circle distance in kilometres, by the haversine formula. */
function distance(a: Position, b: Position): number {
  const latitudes = radians(b.latitude - a.latitude);
  const longitudes = radians(b.longitude - a.longitude);
  const h =
    Math.sin(latitudes / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(longitudes / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
