import { folded } from './destinations';

/** What an amenity is, however its establishment writes it. The first pattern that fits decides. */
const KINDS = [
  ['wifi', /wi-?fi|internet/],
  ['pool', /piscine|pool/],
  ['parking', /parking|garage/],
  ['airConditioning', /climatis/],
  ['breakfast', /petit-?\s?dejeuner/],
  ['restaurant', /restaurant|table d'hotes|demi-pension|tout compris/],
  ['seaView', /vue (sur )?(la )?mer/],
  ['harbourView', /vue (sur )?(le )?port/],
  ['privateBeach', /plage privee/],
  ['beach', /plage/],
  ['garden', /jardin|parc\b/],
  ['terrace', /terrasse|balcon/],
  ['spa', /spa|hammam|sauna|massage|jacuzzi|bien-etre/],
  ['gym', /sport|fitness|salle de gym|tennis/],
  ['shuttle', /navette/],
  ['family', /enfant|famil|club|jeux/],
  ['bar', /bar\b/],
  ['kitchen', /cuisine|kitchenette/],
  ['television', /television|\btv\b/],
  ['safe', /coffre/],
  ['service', /reception|concierge|service|menage|blanchisserie/],
  ['pets', /animaux/],
  ['view', /vue/],
] as const;

export type AmenityKind = (typeof KINDS)[number][0];

export function amenityKind(label: string): AmenityKind | null {
  const text = folded(label);
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
