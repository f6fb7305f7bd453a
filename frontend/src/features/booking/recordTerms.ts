import i18next from 'i18next';
import type { Hotel } from '@/api/hotels';
import { ownRooms, type OwnRoom } from '@/domain/ownRooms';
import { boardOf, type StayTerms } from '@/domain/stayTerms';
import { knownCapacity } from '@/sample-content/knownCapacity';
import { fold } from '@/text/fold';

/** The conditions that a hotel's record states for its room of this name, which is in the page's language. */
export async function recordTerms(hotel: Hotel, roomType: string): Promise<Partial<StayTerms>> {
  const rooms = ownRooms({ ...hotel, maxGuests: hotel.maxGuests ?? knownCapacity(hotel.name) });
  await i18next.loadNamespaces(rooms.some(({ kind }) => kind === 'room') ? ['stay-terms', 'partners'] : ['stay-terms']);
  const room = rooms.find((one) => fold(nameOf(one)) === fold(roomType));
  return { board: boardOf(hotel), ...(room && { capacity: room.most }) };
}

function nameOf(room: OwnRoom): string {
  return room.kind === 'whole' ? i18next.t(`stay-terms:whole.${room.whole}`) : i18next.t(`partners:roomType.${room.roomType}`);
}
