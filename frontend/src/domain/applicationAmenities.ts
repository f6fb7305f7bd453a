import { AMENITY_LABELS } from './amenities';

/**
 * The amenities that an owner can select in an application. `label` is sent and later stored as the hotel's amenity, so
 * it must be a label that the filters of the results find. The page shows the translation from the dictionary
 * `amenities`.
 */
export const APPLICATION_AMENITIES = [
  { id: 'wifi', label: AMENITY_LABELS.wifi },
  { id: 'parking', label: AMENITY_LABELS.parking },
  { id: 'pool', label: AMENITY_LABELS.pool },
  { id: 'ac', label: AMENITY_LABELS.airConditioning },
  { id: 'jacuzzi', label: AMENITY_LABELS.jacuzzi },
  { id: 'minibar', label: AMENITY_LABELS.minibar },
  { id: 'gym', label: AMENITY_LABELS.gym },
  { id: 'restaurant', label: AMENITY_LABELS.restaurant },
  { id: 'bar', label: AMENITY_LABELS.bar },
  { id: 'breakfast', label: AMENITY_LABELS.breakfast },
  { id: 'room_service', label: AMENITY_LABELS.roomService },
  { id: 'laundry', label: AMENITY_LABELS.laundry },
  { id: 'concierge', label: AMENITY_LABELS.concierge },
  { id: 'shuttle', label: AMENITY_LABELS.shuttle },
  { id: 'beach_access', label: AMENITY_LABELS.beachAccess },
  { id: 'balcony', label: AMENITY_LABELS.balcony },
  { id: 'sea_view', label: AMENITY_LABELS.seaView },
  { id: 'garden', label: AMENITY_LABELS.garden },
  { id: 'bbq', label: AMENITY_LABELS.barbecue },
  { id: 'kitchen', label: AMENITY_LABELS.kitchen },
  { id: 'safe', label: AMENITY_LABELS.safe },
  { id: 'tv', label: AMENITY_LABELS.television },
  { id: 'pets', label: AMENITY_LABELS.pets },
  { id: 'reception_24h', label: AMENITY_LABELS.reception24h },
] as const;
