import type { Hotel } from '@/api/hotels';

export const PROPERTY_TYPES = [
  'hotel', 'luxury_hotel', 'club_hotel', 'villa', 'spa_hotel', 'guest_room', 'campsite', 'residence', 'apartment', 'gite',
] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export function isPropertyType(text: string): text is PropertyType {
  return PROPERTY_TYPES.some((type) => type === text);
}

/** Who looks for a hotel also means the finer ones. */
export function isOfType(hotel: Pick<Hotel, 'propertyType'>, type: PropertyType): boolean {
  return type === 'hotel' ? hotel.propertyType.endsWith('hotel') : hotel.propertyType === type;
}
