import type { ClubStay, StayOption } from './clubStay';

const RESORT_SLUGS = [
  'club-med-santambroggio',
  'belambra-pineto',
  'club-fiesta-ajaccio',
  'club-vacanciel-porto-vecchio',
] as const;
export type ResortSlug = (typeof RESORT_SLUGS)[number];

/** A resort's page. Its texts are in the dictionary `resorts`: by slug, those of the rooms by `text`. */
export interface Resort extends ClubStay {
  readonly options: readonly [Room, ...Room[]];
}
export interface Room extends StayOption {
  readonly text: RoomText;
}
type RoomText =
  | `${'med' | 'vacanciel'}${'Standard' | 'Superior' | 'Suite'}`
  | `belambra${'Standard' | 'Apartment4' | 'Apartment6'}`
  | `fiesta${'Standard' | 'Superior' | 'Family'}`;

export const RESORTS: Record<ResortSlug, Resort> = {
  'club-med-santambroggio': {
    pictures: ['resort-1', 'beach-1', 'bedroom-1', 'breakfast-1', 'spa-1'],
    equipment: ['beach', 'pool', 'spa', 'childrenClub', 'restaurant', 'bar', 'tennis', 'gym', 'marina', 'airConditioning', 'wifi', 'parking'],
    activities: ['sailing', 'trapeze', 'kayak', 'tennis', 'archery', 'yoga', 'miniClub', 'shows'],
    cancellationHours: 48,
    options: [
      { id: 'standard', text: 'medStandard', board: 'allInclusive', pricePerNight: 159, guests: 2, surface: 22, features: ['airConditioning', 'kingBed', 'gardenView', 'shower'] },
      { id: 'superior', text: 'medSuperior', board: 'allInclusive', pricePerNight: 189, guests: 3, surface: 28, features: ['airConditioning', 'kingBed', 'seaView', 'balcony', 'coffee'] },
      { id: 'suite', text: 'medSuite', board: 'allInclusive', pricePerNight: 259, guests: 4, surface: 42, features: ['seaView', 'terrace', 'lounge', 'bathtub', 'minibar', 'bathrobes'] },
    ],
  },
  'belambra-pineto': {
    pictures: ['family-club-3', 'beach-3', 'residence-3', 'breakfast-3'],
    equipment: ['beach', 'pool', 'childrenPool', 'childrenClub', 'garden', 'restaurant', 'bar', 'tennis', 'bikes', 'laundry', 'wifi', 'parking'],
    activities: ['cycling', 'beachVolley', 'petanque', 'aquagym', 'paddle', 'miniClub', 'teens', 'cinema'],
    cancellationHours: 24,
    options: [
      { id: 'standard', text: 'belambraStandard', board: 'roomOnly', pricePerNight: 89, guests: 2, surface: 24, features: ['kitchenette', 'sofaBed', 'terrace', 'shower'] },
      { id: 'apartment4', text: 'belambraApartment4', board: 'roomOnly', pricePerNight: 129, guests: 4, surface: 36, features: ['kitchen', 'bunkBeds', 'terrace', 'gardenView', 'shower'] },
      { id: 'apartment6', text: 'belambraApartment6', board: 'roomOnly', pricePerNight: 179, guests: 6, surface: 48, features: ['kitchen', 'twoBedrooms', 'sofaBed', 'terrace', 'twoBathrooms', 'airConditioning'] },
    ],
  },
  'club-fiesta-ajaccio': {
    pictures: ['family-club-2', 'beach-2', 'bedroom-2', 'restaurant-2'],
    equipment: ['amphitheatre', 'beach', 'pool', 'seaView', 'restaurant', 'bar', 'gym', 'childrenClub', 'shuttle', 'airConditioning', 'wifi', 'parking'],
    activities: ['dancing', 'shows', 'diving', 'aquagym', 'beachVolley', 'petanque', 'miniClub', 'polyphony'],
    cancellationHours: 24,
    options: [
      { id: 'standard', text: 'fiestaStandard', board: 'halfBoard', pricePerNight: 99, guests: 2, surface: 20, features: ['airConditioning', 'kingBed', 'poolView', 'shower'] },
      { id: 'superior', text: 'fiestaSuperior', board: 'halfBoard', pricePerNight: 139, guests: 3, surface: 27, features: ['airConditioning', 'kingBed', 'seaView', 'balcony', 'minibar'] },
      { id: 'family', text: 'fiestaFamily', board: 'halfBoard', pricePerNight: 189, guests: 5, surface: 38, features: ['airConditioning', 'twoBedrooms', 'bunkBeds', 'balcony', 'bathtub'] },
    ],
  },
  'club-vacanciel-porto-vecchio': {
    pictures: ['resort-3', 'beach-1', 'bedroom-3', 'spa-3'],
    equipment: ['beach', 'pool', 'spa', 'restaurant', 'bar', 'childrenClub', 'gym', 'tennis', 'garden', 'airConditioning', 'wifi', 'parking'],
    activities: ['snorkelling', 'paddle', 'sailing', 'yoga', 'cooking', 'hiking', 'miniClub', 'shows'],
    cancellationHours: 48,
    options: [
      { id: 'standard', text: 'vacancielStandard', board: 'halfBoard', pricePerNight: 149, guests: 2, surface: 24, features: ['airConditioning', 'kingBed', 'gardenView', 'terrace'] },
      { id: 'superior', text: 'vacancielSuperior', board: 'halfBoard', pricePerNight: 189, guests: 3, surface: 31, features: ['airConditioning', 'kingBed', 'seaView', 'terrace', 'coffee'] },
      { id: 'suite', text: 'vacancielSuite', board: 'halfBoard', pricePerNight: 289, guests: 4, surface: 54, features: ['seaView', 'terrace', 'lounge', 'bathtub', 'bathrobes', 'lateDeparture'] },
    ],
  },
};

export function isResort(slug: string): slug is ResortSlug {
  return RESORT_SLUGS.some((resort) => resort === slug);
}
