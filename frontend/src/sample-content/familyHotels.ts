import type { PictureName } from '@/pictures/manifest';
import type { Equipment } from './clubFeatures';

/** §3 Family hotel. Its texts are in the dictionary `family-clubs`, by `key`. */
export interface FamilyHotel {
  readonly id: number;
  readonly type: 'familial';
  readonly key: 'balanin' | 'ricantu' | 'ostriconi' | 'plages' | 'funtanella' | 'conca';
  readonly name: string;
  readonly city: string;
  readonly location: string;
  readonly pricePerNight: number;
  readonly rating: number;
  readonly reviewsCount: number;
  readonly amenities: readonly Equipment[];
  readonly picture: PictureName;
}

export const FAMILY_HOTELS: readonly FamilyHotel[] = [
  {
    id: 201,
    type: 'familial',
    key: 'balanin',
    name: 'Hôtel Le Petit Balanin',
    city: 'Calvi',
    location: 'Pinède de Calvi',
    pricePerNight: 118,
    rating: 4.5,
    reviewsCount: 214,
    amenities: ['connectingRooms', 'childrenPool', 'beachAccess', 'playground'],
    picture: 'city-hotel-1',
  },
  {
    id: 202,
    type: 'familial',
    key: 'ricantu',
    name: 'Hôtel Marina di Ricantu',
    city: 'Ajaccio',
    location: 'Plage du Ricanto, Ajaccio',
    pricePerNight: 96,
    rating: 4.3,
    reviewsCount: 168,
    amenities: ['beachAccess', 'childrenMenu', 'cots', 'shuttle'],
    picture: 'beach-1',
  },
  {
    id: 203,
    type: 'familial',
    key: 'ostriconi',
    name: "Hôtel Les Jardins de l'Ostriconi",
    city: "L'Île-Rousse",
    location: "Lozari, L'Île-Rousse",
    pricePerNight: 124,
    rating: 4.6,
    reviewsCount: 187,
    amenities: ['garden', 'pool', 'connectingRooms', 'childrenMenu'],
    picture: 'residence-1',
  },
  {
    id: 204,
    type: 'familial',
    key: 'plages',
    name: 'Hôtel des Trois Plages',
    city: 'Propriano',
    location: 'Quai Saint-Érasme, Propriano',
    pricePerNight: 89,
    rating: 4.2,
    reviewsCount: 132,
    amenities: ['marina', 'cots', 'restaurant', 'laundry'],
    picture: 'harbour-1',
  },
  {
    id: 205,
    type: 'familial',
    key: 'funtanella',
    name: 'Hôtel A Funtanella',
    city: 'Corte',
    location: 'Vallée de la Restonica, Corte',
    pricePerNight: 79,
    rating: 4.4,
    reviewsCount: 96,
    amenities: ['garden', 'playground', 'connectingRooms', 'parking'],
    picture: 'river-1',
  },
  {
    id: 206,
    type: 'familial',
    key: 'conca',
    name: 'Hôtel La Conca Piccula',
    city: 'Saint-Florent',
    location: 'Plage de la Roya, Saint-Florent',
    pricePerNight: 135,
    rating: 4.7,
    reviewsCount: 141,
    amenities: ['pool', 'childrenPool', 'beachAccess', 'tennis'],
    picture: 'villa-3',
  },
];
