/** §3: the pick-up and drop-off places of a transfer. Names are in the dictionary `taxi`, those of hotels are here. */
export const TRANSFER_PLACES = [
  { id: 'airport-ajaccio', kind: 'airport' },
  { id: 'airport-bastia', kind: 'airport' },
  { id: 'airport-calvi', kind: 'airport' },
  { id: 'airport-figari', kind: 'airport' },
  { id: 'town-ajaccio', kind: 'town' },
  { id: 'town-bastia', kind: 'town' },
  { id: 'town-bonifacio', kind: 'town' },
  { id: 'town-calvi', kind: 'town' },
  { id: 'town-corte', kind: 'town' },
  { id: 'town-ile-rousse', kind: 'town' },
  { id: 'town-porto-vecchio', kind: 'town' },
  { id: 'town-propriano', kind: 'town' },
  { id: 'station-ajaccio', kind: 'station' },
  { id: 'station-bastia', kind: 'station' },
  { id: 'station-corte', kind: 'station' },
  { id: 'port-ajaccio', kind: 'port' },
  { id: 'port-bastia', kind: 'port' },
  { id: 'port-ile-rousse', kind: 'port' },
  { id: 'port-porto-vecchio', kind: 'port' },
  { id: 'port-propriano', kind: 'port' },
  { id: 'hotel-cala-rossa', kind: 'hotel', name: 'Grand Hôtel Cala Rossa, Lecci' },
  { id: 'hotel-napoleon', kind: 'hotel', name: 'Grand Hôtel Napoléon, Ajaccio' },
  { id: 'hotel-marina-viva', kind: 'hotel', name: 'Club Marmara Marina Viva, Porticcio' },
  { id: 'hotel-santambroggio', kind: 'hotel', name: "Club Med Sant'Ambroggio, Lumio" },
  { id: 'hotel-pineto', kind: 'hotel', name: 'Belambra Clubs Pineto, Borgo' },
] as const;

type TransferPlace = (typeof TRANSFER_PLACES)[number];
export type TransferPlaceId = TransferPlace['id'];

/** The kinds of places, in the order of the select's groups. */
export const PLACE_KINDS = ['airport', 'town', 'station', 'port', 'hotel'] as const;
