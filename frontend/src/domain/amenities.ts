import { fold } from '@/text/fold';

/** The known amenities and their French labels, as hotels and applications store them in the database. */
export const AMENITY_LABELS = {
  wifi: 'Wi-Fi gratuit',
  pool: 'Piscine',
  parking: 'Parking',
  airConditioning: 'Climatisation',
  breakfast: 'Petit-déjeuner',
  restaurant: 'Restaurant',
  seaView: 'Vue mer',
  harbourView: 'Vue sur port',
  privateBeach: 'Plage privée',
  beachAccess: 'Accès à la plage',
  garden: 'Jardin',
  terrace: 'Terrasse',
  balcony: 'Balcon',
  spa: 'Spa',
  jacuzzi: 'Jacuzzi',
  gym: 'Salle de sport',
  shuttle: 'Navette aéroport',
  bar: 'Bar',
  minibar: 'Minibar',
  roomService: 'Service en chambre',
  laundry: 'Blanchisserie',
  concierge: 'Conciergerie',
  reception24h: 'Réception 24 h/24',
  kitchen: 'Cuisine équipée',
  barbecue: 'Barbecue',
  television: 'Télévision',
  safe: 'Coffre-fort',
  pets: 'Animaux acceptés',
} as const;

export type KnownAmenity = keyof typeof AMENITY_LABELS;

const BY_LABEL = new Map(Object.entries(AMENITY_LABELS).map(([amenity, label]) => [fold(label), amenity]));

/** The key of a label in the dictionary `amenities`; null for a label that an establishment made up itself. */
export const knownAmenity = memoize((label): KnownAmenity | null => {
  const amenity = BY_LABEL.get(fold(label.trim()));
  return amenity && isKnown(amenity) ? amenity : null;
});

function isKnown(amenity: string): amenity is KnownAmenity {
  return amenity in AMENITY_LABELS;
}

/**
 * Patterns that recognise the kind of an amenity in its label, without accents and in lower case. The first match
 * counts.
 */
const KINDS = [
  ['wifi', /wi ?fi|internet/],
  ['pool', /piscine|pool/],
  ['parking', /parking|garage/],
  ['airConditioning', /climatis/],
  ['breakfast', /petit ?dejeuner/],
  ['restaurant', /restaurant|table d hotes|demi pension|tout compris/],
  ['seaView', /vue (sur )?(la )?mer/],
  ['harbourView', /vue (sur )?(le )?port/],
  ['privateBeach', /plage privee/],
  ['beach', /plage/],
  ['garden', /jardin|parc\b/],
  ['terrace', /terrasse|balcon/],
  ['spa', /spa|hammam|sauna|massage|jacuzzi|bien etre/],
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

/** The kind of an amenity, for its icon and for filters; null if no pattern matches its label. */
export const amenityKind = memoize((label): AmenityKind | null => {
  const text = fold(label);
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
});

/** Caches results by label: a list of hotels repeats the same few labels hundreds of times. */
function memoize<Result>(compute: (label: string) => Result): (label: string) => Result {
  const results = new Map<string, Result>();
  return (label) => {
    const cached = results.get(label);
    if (cached !== undefined) return cached;
    const result = compute(label);
    results.set(label, result);
    return result;
  };
}
