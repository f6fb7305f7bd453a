import type { DetailedHotel } from './detailedHotel';

/** A hotel that the site knows without the backend. Its texts are in the dictionary `built-in-hotels`. */
export interface BuiltInHotel extends DetailedHotel {
  readonly id: number | string;
  /** Key of its texts in the dictionary. */
  readonly key: string;
  /** 1 to 5. */
  readonly guestRatings: readonly [number, number];
}

/** §3: the four built-in hotels. The first one is shown for an unknown id. */
export const BUILT_IN_HOTELS = [
  {
    id: 1,
    key: 'palmiers',
    name: 'Hôtel Les Palmiers',
    stars: 3,
    city: 'Ajaccio',
    location: 'Centre-ville, Ajaccio',
    position: { latitude: 41.9201, longitude: 8.7375 },
    rating: 4.18,
    reviews: 11,
    price: 72,
    pictures: ['city-hotel-2', 'bedroom-3', 'breakfast-2', 'harbour-2', 'bathroom-3'],
    amenities: ['wifi', 'airConditioning', 'parking', 'breakfast', 'terrace', 'harbourView'],
    guests: ['france', 'italy'],
    guestNames: ['Claire D.', 'Matteo R.'],
    guestRatings: [5, 4],
  },
  {
    id: 2,
    key: 'auberge',
    name: 'Auberge du Port',
    stars: 3,
    city: 'Propriano',
    location: 'Quai Saint-Érasme, Propriano',
    position: { latitude: 41.6764, longitude: 8.902 },
    rating: 4,
    reviews: 9,
    price: 64,
    pictures: ['harbour-2', 'bedroom-1', 'breakfast-3', 'beach-1', 'bathroom-1', 'dish-1'],
    amenities: ['wifi', 'parking', 'airConditioning', 'restaurant', 'breakfast', 'harbourView'],
    guests: ['belgium', 'france'],
    guestNames: ['Sophie L.', 'Jean-Marc P.'],
    guestRatings: [4, 4],
  },
  {
    id: 3,
    key: 'bellaVista',
    name: 'Hôtel Bella Vista',
    stars: 4,
    city: 'Calvi',
    location: "Route de l'Usine, Calvi",
    position: { latitude: 42.5585, longitude: 8.7578 },
    rating: 4.25,
    reviews: 12,
    price: 79,
    pictures: ['beach-3', 'bedroom-2', 'breakfast-1', 'citadel-1', 'bathroom-2', 'resort-3'],
    amenities: ['wifi', 'pool', 'parking', 'airConditioning', 'seaView', 'breakfast', 'terrace'],
    guests: ['germany', 'france'],
    guestNames: ['Anna K.', 'Paul V.'],
    guestRatings: [5, 4],
  },
  {
    id: 'hotel-les-mouettes',
    key: 'mouettes',
    name: 'Hôtel Les Mouettes',
    stars: 4,
    city: 'Ajaccio',
    location: 'Cours Lucien Bonaparte, Ajaccio',
    position: { latitude: 41.9139, longitude: 8.7224 },
    rating: 4.5,
    reviews: 14,
    price: 145,
    pictures: ['resort-1', 'bedroom-1', 'breakfast-3', 'beach-2', 'bathroom-1', 'harbour-3'],
    amenities: ['wifi', 'pool', 'airConditioning', 'restaurant', 'seaView', 'privateBeach', 'breakfast', 'parking'],
    guests: ['switzerland', 'france'],
    guestNames: ['Isabelle M.', 'Thomas G.'],
    guestRatings: [5, 4],
  },
] as const satisfies readonly BuiltInHotel[];
