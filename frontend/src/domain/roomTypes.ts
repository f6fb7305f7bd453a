type ComfortLevel = 'essential' | 'comfort' | 'family' | 'independent' | 'superior' | 'luxury' | 'prestige';

interface RoomTypeFacts {
  readonly id: string;
  /** Sent by applications in every language; the page shows its translation, by `id`. */
  readonly name: string;
  /** Minimum and maximum number of persons. */
  readonly capacity: readonly [number, number];
  readonly comfort: ComfortLevel;
}

/** The room types that an owner can select in an application. */
export const ROOM_TYPES = [
  { id: 'single', name: 'Chambre simple', capacity: [1, 1], comfort: 'essential' },
  { id: 'double', name: 'Chambre double', capacity: [2, 2], comfort: 'comfort' },
  { id: 'twin', name: 'Chambre à lits jumeaux', capacity: [2, 2], comfort: 'comfort' },
  { id: 'triple', name: 'Chambre triple', capacity: [3, 3], comfort: 'comfort' },
  { id: 'quadruple', name: 'Chambre quadruple', capacity: [4, 4], comfort: 'comfort' },
  { id: 'family', name: 'Chambre familiale', capacity: [4, 6], comfort: 'family' },
  { id: 'studio', name: 'Studio', capacity: [1, 2], comfort: 'independent' },
  { id: 'apartment', name: 'Appartement', capacity: [2, 6], comfort: 'independent' },
  { id: 'standard', name: 'Chambre standard', capacity: [2, 2], comfort: 'essential' },
  { id: 'superior', name: 'Chambre supérieure', capacity: [2, 2], comfort: 'superior' },
  { id: 'deluxe', name: 'Chambre deluxe', capacity: [2, 3], comfort: 'luxury' },
  { id: 'junior_suite', name: 'Suite junior', capacity: [2, 3], comfort: 'superior' },
  { id: 'suite', name: 'Suite', capacity: [2, 4], comfort: 'luxury' },
  { id: 'executive_suite', name: 'Suite exécutive', capacity: [2, 4], comfort: 'luxury' },
  { id: 'presidential_suite', name: 'Suite présidentielle', capacity: [2, 6], comfort: 'prestige' },
  { id: 'penthouse', name: 'Penthouse', capacity: [2, 6], comfort: 'prestige' },
  { id: 'bungalow', name: 'Bungalow', capacity: [2, 6], comfort: 'independent' },
  { id: 'villa', name: 'Villa', capacity: [6, 12], comfort: 'prestige' },
  { id: 'cottage', name: 'Cottage', capacity: [4, 6], comfort: 'family' },
  { id: 'holiday_home', name: 'Maison de vacances', capacity: [4, 10], comfort: 'family' },
] as const satisfies readonly RoomTypeFacts[];
