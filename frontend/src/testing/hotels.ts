import type { Hotel } from '@/api/hotels';

/** A row of the table `hotels`, as the backend sends it. */
export function hotelRow(row: Partial<Record<string, unknown>> = {}) {
  return {
    id: 3,
    name: 'Hôtel Bella Vista',
    city: 'Calvi',
    location: "Route de l'Usine, Calvi",
    description: 'Une terrasse sur la baie.',
    images: ['/storage/v1/object/public/hotel-images/beach-3.webp', '/storage/v1/object/public/hotel-images/bedroom-2.webp'],
    amenities: ['Wi-Fi gratuit', 'Piscine'],
    rating: '4.3',
    reviews_count: 12,
    price_per_night: '79',
    is_active: true,
    property_type: 'hotel',
    ...row,
  };
}

/** A hotel as the API module returns it. */
export function hotel(part: Partial<Hotel> = {}): Hotel {
  return {
    id: 3,
    name: 'Hôtel Bella Vista',
    city: 'Calvi',
    location: "Route de l'Usine, Calvi",
    description: 'Une terrasse sur la baie.',
    images: [],
    amenities: ['Wi-Fi gratuit', 'Piscine'],
    rating: 4.3,
    reviewsCount: 12,
    pricePerNight: 79,
    propertyType: 'hotel',
    position: null,
    ...part,
  };
}
