/** §3 Car search: where a car can be collected. The names are in the dictionary `cars`, by id. */
export const CAR_LOCATIONS = [
  { kind: 'airport', ids: ['airport-ajaccio', 'airport-bastia', 'airport-calvi'] },
  { kind: 'centre', ids: ['centre-ajaccio', 'centre-bastia', 'centre-porto-vecchio', 'centre-bonifacio', 'centre-calvi'] },
  { kind: 'port', ids: ['port-ajaccio', 'port-bastia'] },
  { kind: 'station', ids: ['station-ajaccio', 'station-bastia'] },
] as const;

export type CarLocation = (typeof CAR_LOCATIONS)[number]['ids'][number];

export function isCarLocation(id: string | null): id is CarLocation {
  return CAR_LOCATIONS.some(({ ids }) => ids.some((one) => one === id));
}
