import { isPropertyType } from './propertyTypes';
import { ROOM_TYPES } from './roomTypes';

type RoomTypeId = (typeof ROOM_TYPES)[number]['id'];
type WholeKind = 'villa' | 'residence' | 'apartment' | 'gite' | 'campsite' | 'other';

/** An establishment's own rooms or whole unit. `most` is its maximum number of guests. */
export type OwnRoom =
  | { readonly kind: 'room'; readonly roomType: RoomTypeId; readonly most: number }
  | { readonly kind: 'whole'; readonly whole: WholeKind; readonly most: number };

interface StatedFacts {
  readonly propertyType: string;
  /** Null if it is not stated. */
  readonly maxGuests: number | null;
  /** The names of the application's room types. */
  readonly roomTypes: readonly string[];
}

/** The rooms that an establishment has stated; the whole place if it has stated only how many guests it takes. */
export function ownRooms({ propertyType, maxGuests, roomTypes }: StatedFacts): readonly OwnRoom[] {
  const rooms = ROOM_TYPES.filter(({ name }) => roomTypes.includes(name));
  if (rooms.length > 0) {
    return rooms.map(({ id, capacity: [, most] }) => ({ kind: 'room', roomType: id, most: Math.min(most, maxGuests || most) }));
  }
  return maxGuests ? [{ kind: 'whole', whole: wholeKind(propertyType), most: maxGuests }] : [];
}

function wholeKind(propertyType: string): WholeKind {
  if (!isPropertyType(propertyType)) return 'other';
  switch (propertyType) {
    case 'villa':
    case 'residence':
    case 'apartment':
    case 'gite':
    case 'campsite':
      return propertyType;
    default:
      return 'other';
  }
}
