import type { Hotel } from '@/api/hotels';

export const PROPERTY_TYPES = [
  'hotel', 'luxury_hotel', 'club_hotel', 'villa', 'spa_hotel', 'guest_house', 'guest_room', 'campsite', 'residence', 'apartment', 'gite', 'other',
] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export function isPropertyType(text: string): text is PropertyType {
  return PROPERTY_TYPES.some((type) => type === text);
}

/**
 * Whether a search for `type` includes `other`. `hotel` includes all hotel types; `guest_house` includes `guest_room`.
 */
export function includesType(type: PropertyType, other: string): boolean {
  if (type === 'hotel') return other.endsWith('hotel');
  return other === type || (type === 'guest_house' && other === 'guest_room');
}

export function isOfType(hotel: Pick<Hotel, 'propertyType'>, type: PropertyType): boolean {
  return includesType(type, hotel.propertyType);
}
