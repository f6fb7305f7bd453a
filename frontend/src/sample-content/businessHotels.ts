import type { ListedEstablishment } from './listedEstablishment';

/** Services of a stopover hotel; keys of their texts in the dictionaries. */
type Service =
  | 'wifi' | 'parking' | 'breakfast' | 'restaurant' | 'airConditioning' | 'harbourView' | 'pool' | 'kitchenette' | 'garden'
  | 'terrace' | 'seaView' | 'fireplace' | 'bar';
type BusinessFeature =
  | 'desk' | 'invoice' | 'earlyBreakfast' | 'lateArrival' | 'meetingRoom' | 'printer' | 'vanParking' | 'quietRoom' | 'charger'
  | 'lateDinner' | 'ironing' | 'mealTray' | 'ferryNearby';

export interface BusinessHotel extends ListedEstablishment {
  readonly services: readonly [Service, Service, Service, Service];
  readonly businessFeatures: readonly [BusinessFeature, BusinessFeature, BusinessFeature];
}

/** §2 Soirées étapes: the ten partner hotels. */
export const BUSINESS_HOTELS: readonly BusinessHotel[] = [
  {
    id: 1, name: 'Hôtel Les Palmiers', location: 'Centre-ville, Ajaccio', price: 72, rating: 4.2, reviews: 11, picture: 'city-hotel-2',
    services: ['wifi', 'parking', 'airConditioning', 'breakfast'], businessFeatures: ['desk', 'invoice', 'earlyBreakfast'],
  },
  {
    id: 2, name: 'Auberge du Port', location: 'Quai Saint-Érasme, Propriano', price: 64, rating: 4, reviews: 9, picture: 'harbour-2',
    services: ['restaurant', 'wifi', 'parking', 'harbourView'], businessFeatures: ['lateDinner', 'quietRoom', 'invoice'],
  },
  {
    id: 3, name: 'Hôtel Bella Vista', location: "Route de l'Usine, Calvi", price: 79, rating: 4.3, reviews: 12, picture: 'beach-3',
    services: ['wifi', 'parking', 'pool', 'breakfast'], businessFeatures: ['meetingRoom', 'lateArrival', 'desk'],
  },
  {
    id: 4, name: 'Résidence Mare Nostrum', location: "Promenade A Marinella, L'Île-Rousse", price: 82, rating: 4.3, reviews: 11, picture: 'harbour-3',
    services: ['kitchenette', 'wifi', 'parking', 'seaView'], businessFeatures: ['ferryNearby', 'desk', 'ironing'],
  },
  {
    id: 5, name: 'Bergeries de Palombaggia', location: 'Route de Palombaggia, Porto-Vecchio', price: 82, rating: 4.3, reviews: 10, picture: 'guest-house-2',
    services: ['parking', 'wifi', 'breakfast', 'garden'], businessFeatures: ['vanParking', 'quietRoom', 'charger'],
  },
  {
    id: 6, name: 'Hôtel Central Corte', location: 'Cours Paoli, Corte', price: 58, rating: 4.3, reviews: 7, picture: 'city-hotel-1',
    services: ['restaurant', 'parking', 'wifi', 'breakfast'], businessFeatures: ['desk', 'printer', 'mealTray'],
  },
  {
    id: 7, name: 'Villa Marine', location: 'Route de la Roya, Saint-Florent', price: 76, rating: 4.1, reviews: 9, picture: 'guest-house-3',
    services: ['breakfast', 'wifi', 'parking', 'airConditioning'], businessFeatures: ['quietRoom', 'earlyBreakfast', 'invoice'],
  },
  {
    id: 8, name: 'Hôtel du Golfe', location: 'Marine de Porto, Porto', price: 69, rating: 4, reviews: 12, picture: 'harbour-1',
    services: ['restaurant', 'wifi', 'parking', 'terrace'], businessFeatures: ['lateDinner', 'invoice', 'vanParking'],
  },
  {
    id: 9, name: 'Auberge des Montagnes', location: 'Route de Bavella, Zonza', price: 61, rating: 3.9, reviews: 10, picture: 'peaks-1',
    services: ['restaurant', 'parking', 'breakfast', 'fireplace'], businessFeatures: ['mealTray', 'quietRoom', 'earlyBreakfast'],
  },
  {
    id: 10, name: 'Hôtel Le Maquis', location: 'Plage de la Viva, Porticcio', price: 82, rating: 4.1, reviews: 10, picture: 'beach-1',
    services: ['wifi', 'restaurant', 'pool', 'bar'], businessFeatures: ['meetingRoom', 'charger', 'lateArrival'],
  },
];
