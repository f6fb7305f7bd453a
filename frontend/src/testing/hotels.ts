import type { Hotel } from '@/api/hotels';

const BELLA_VISTA = {
  id: 3,
  name: 'Hôtel Bella Vista',
  city: 'Calvi',
  location: "Route de l'Usine, Calvi",
  description: 'Une terrasse sur la baie.',
  amenities: ['Wi-Fi gratuit', 'Piscine'],
};

/** A row of the table `hotels`, as the backend sends it. */
export function hotelRow(row: Partial<Record<string, unknown>> = {}) {
  return {
    ...BELLA_VISTA,
    images: ['/storage/v1/object/public/hotel-images/beach-3.webp', '/storage/v1/object/public/hotel-images/bedroom-2.webp'],
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
    ...BELLA_VISTA,
    images: [],
    rating: 4.3,
    reviewsCount: 12,
    pricePerNight: 79,
    propertyType: 'hotel',
    position: null,
    maxGuests: null,
    numberOfRooms: null,
    roomTypes: [],
    ...part,
  };
}
