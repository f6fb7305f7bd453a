import { folded } from '@/text/folded';

/** The amenities that everybody means the same by, as establishments and applications write them in the database. */
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

const BY_LABEL = new Map(Object.entries(AMENITY_LABELS).map(([amenity, label]) => [folded(label), amenity]));

/** What the label is called in the dictionary `amenities`; null where an establishment has words of its own. */
export const knownAmenity = onceEach((label): KnownAmenity | null => {
  const amenity = BY_LABEL.get(folded(label));
  return amenity && isKnown(amenity) ? amenity : null;
});

function isKnown(amenity: string): amenity is KnownAmenity {
  return amenity in AMENITY_LABELS;
}

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

export const amenityKind = onceEach((label): AmenityKind | null => {
  const text = folded(label);
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
});

/** A list of establishments has the same few labels hundreds of times over. */
function onceEach<Answer>(answerFor: (label: string) => Answer): (label: string) => Answer {
  const answers = new Map<string, Answer>();
  return (label) => {
    const known = answers.get(label);
    if (known !== undefined) return known;
    const answer = answerFor(label);
    answers.set(label, answer);
    return answer;
  };
}
