/** §3 Car: the categories. The names of categories and features are in the dictionary `cars`. */
export const CAR_CATEGORIES = [
  'economy',
  'compact',
  'saloon',
  'suv',
  'people',
  'convertible',
  'van',
  'electric',
] as const;
export type CarCategory = (typeof CAR_CATEGORIES)[number];

export const CAR_COMPANIES = ['Hertz', 'Avis', 'Europcar', 'Sixt'] as const;
export type CarCompany = (typeof CAR_COMPANIES)[number];

type CarFeature =
  | 'bluetooth'
  | 'camera'
  | 'carPlay'
  | 'childSeat'
  | 'cruiseControl'
  | 'fastCharge'
  | 'fourWheelDrive'
  | 'loadSpace'
  | 'navigation'
  | 'openRoof'
  | 'parkingSensors'
  | 'unlimited';

export interface Car {
  readonly id: number;
  readonly category: CarCategory;
  readonly brand: string;
  readonly model: string;
  /** Colour of its drawing: the name of a design token. */
  readonly paint: 'accent' | 'gold' | 'ink' | 'ink-soft' | 'lagoon' | 'line-strong' | 'maquis' | 'sea' | 'sea-deep' | 'terracotta' | 'white' | 'foam-deep';
  readonly pricePerDay: number;
  readonly transmission: 'manual' | 'automatic';
  readonly passengers: number;
  readonly doors: number;
  readonly airCondition: boolean;
  readonly fuel: 'petrol' | 'diesel' | 'electric';
  readonly features: readonly CarFeature[];
  readonly rating: number;
  readonly company: CarCompany;
  readonly available: boolean;
}

export const CARS: readonly Car[] = [
  {
    id: 1,
    category: 'economy',
    brand: 'Fiat',
    model: 'Panda',
    paint: 'lagoon',
    pricePerDay: 23,
    transmission: 'manual',
    passengers: 4,
    doors: 5,
    airCondition: true,
    fuel: 'petrol',
    features: ['bluetooth', 'unlimited'],
    rating: 4.2,
    company: 'Sixt',
    available: true,
  },
  {
    id: 2,
    category: 'economy',
    brand: 'Renault',
    model: 'Twingo',
    paint: 'gold',
    pricePerDay: 26,
    transmission: 'manual',
    passengers: 4,
    doors: 5,
    airCondition: true,
    fuel: 'petrol',
    features: ['carPlay', 'parkingSensors'],
    rating: 4.3,
    company: 'Europcar',
    available: true,
  },
  {
    id: 3,
    category: 'compact',
    brand: 'Peugeot',
    model: '208',
    paint: 'accent',
    pricePerDay: 32,
    transmission: 'manual',
    passengers: 5,
    doors: 5,
    airCondition: true,
    fuel: 'petrol',
    features: ['carPlay', 'camera', 'unlimited'],
    rating: 4.5,
    company: 'Hertz',
    available: true,
  },
  {
    id: 4,
    category: 'compact',
    brand: 'Volkswagen',
    model: 'Golf',
    paint: 'white',
    pricePerDay: 41,
    transmission: 'automatic',
    passengers: 5,
    doors: 5,
    airCondition: true,
    fuel: 'diesel',
    features: ['navigation', 'cruiseControl', 'parkingSensors'],
    rating: 4.6,
    company: 'Avis',
    available: true,
  },
  {
    id: 5,
    category: 'suv',
    brand: 'Dacia',
    model: 'Duster',
    paint: 'maquis',
    pricePerDay: 45,
    transmission: 'manual',
    passengers: 5,
    doors: 5,
    airCondition: true,
    fuel: 'diesel',
    features: ['fourWheelDrive', 'camera', 'unlimited'],
    rating: 4.4,
    company: 'Hertz',
    available: true,
  },
  {
    id: 6,
    category: 'saloon',
    brand: 'Peugeot',
    model: '508',
    paint: 'sea-deep',
    pricePerDay: 58,
    transmission: 'automatic',
    passengers: 5,
    doors: 4,
    airCondition: true,
    fuel: 'diesel',
    features: ['navigation', 'cruiseControl', 'carPlay'],
    rating: 4.5,
    company: 'Europcar',
    available: true,
  },
  {
    id: 7,
    category: 'convertible',
    brand: 'Fiat',
    model: '500C',
    paint: 'terracotta',
    pricePerDay: 62,
    transmission: 'manual',
    passengers: 4,
    doors: 3,
    airCondition: true,
    fuel: 'petrol',
    features: ['openRoof', 'bluetooth'],
    rating: 4.7,
    company: 'Hertz',
    available: true,
  },
  {
    id: 8,
    category: 'suv',
    brand: 'Toyota',
    model: 'RAV4',
    paint: 'line-strong',
    pricePerDay: 68,
    transmission: 'automatic',
    passengers: 5,
    doors: 5,
    airCondition: true,
    fuel: 'petrol',
    features: ['fourWheelDrive', 'navigation', 'camera', 'cruiseControl'],
    rating: 4.6,
    company: 'Avis',
    available: true,
  },
  {
    id: 9,
    category: 'people',
    brand: 'Volkswagen',
    model: 'Touran',
    paint: 'sea',
    pricePerDay: 72,
    transmission: 'automatic',
    passengers: 7,
    doors: 5,
    airCondition: true,
    fuel: 'diesel',
    features: ['childSeat', 'navigation', 'parkingSensors'],
    rating: 4.4,
    company: 'Europcar',
    available: true,
  },
  {
    id: 10,
    category: 'saloon',
    brand: 'BMW',
    model: 'Série 3',
    paint: 'ink',
    pricePerDay: 79,
    transmission: 'automatic',
    passengers: 5,
    doors: 4,
    airCondition: true,
    fuel: 'diesel',
    features: ['navigation', 'cruiseControl', 'camera', 'parkingSensors'],
    rating: 4.8,
    company: 'Sixt',
    available: true,
  },
  {
    id: 11,
    category: 'van',
    brand: 'Renault',
    model: 'Trafic',
    paint: 'foam-deep',
    pricePerDay: 84,
    transmission: 'manual',
    passengers: 3,
    doors: 4,
    airCondition: true,
    fuel: 'diesel',
    features: ['loadSpace', 'bluetooth', 'camera'],
    rating: 4.1,
    company: 'Avis',
    available: true,
  },
  {
    id: 12,
    category: 'electric',
    brand: 'Tesla',
    model: 'Model 3',
    paint: 'ink-soft',
    pricePerDay: 95,
    transmission: 'automatic',
    passengers: 5,
    doors: 4,
    airCondition: true,
    fuel: 'electric',
    features: ['fastCharge', 'navigation', 'camera', 'cruiseControl'],
    rating: 4.9,
    company: 'Sixt',
    available: true,
  },
];

export const carName = ({ brand, model }: Car): string => `${brand} ${model}`;
