import { describe, expect, it } from 'vitest';
import { partyOf, partyOfHeads } from './guests';
import { ownRooms } from './ownRooms';
import { boardOf, reductionPercent, roomsNeeded } from './stayTerms';

describe('§2.44 §9.11 the conditions of a stay', () => {
  it.each([
    [partyOf('1'), 2, 1],
    [partyOf('3'), 2, 2],
    [partyOf('5+'), 2, 3],
    [partyOf('5+'), 12, 1],
    [partyOfHeads(1), 1, 1],
    [partyOfHeads(6), 4, 2],
  ])('%o in rooms for %i need %i of them', (party, capacity, rooms) => {
    expect(roomsNeeded(party, capacity)).toBe(rooms);
  });

  it('guest rooms include the breakfast that they offer; hotels do not say', () => {
    expect(boardOf({ propertyType: 'guest_room', amenities: ['Petit-déjeuner'] })).toBe('breakfast');
    expect(boardOf({ propertyType: 'guest_room', amenities: ['Jardin'] })).toBeNull();
    expect(boardOf({ propertyType: 'hotel', amenities: ['Petit-déjeuner'] })).toBeNull();
  });

  it('a reduction is known only with a higher usual price', () => {
    expect(reductionPercent(680, 850)).toBe(20);
    expect(reductionPercent(850, 850)).toBeNull();
    expect(reductionPercent(680, null)).toBeNull();
  });
});

describe('§2.44 the rooms that an owner has described', () => {
  it('are those of the room types, for no more guests than the place takes', () => {
    expect(ownRooms({ propertyType: 'guest_house', maxGuests: 3, roomTypes: ['Chambre double', 'Chambre familiale', 'Igloo'] })).toEqual([
      { kind: 'room', roomType: 'double', most: 2 },
      { kind: 'room', roomType: 'family', most: 3 },
    ]);
  });

  it('without room types the whole place, if its capacity is known', () => {
    expect(ownRooms({ propertyType: 'villa', maxGuests: 12, roomTypes: [] })).toEqual([{ kind: 'whole', whole: 'villa', most: 12 }]);
    expect(ownRooms({ propertyType: 'hotel', maxGuests: 4, roomTypes: [] })).toEqual([{ kind: 'whole', whole: 'other', most: 4 }]);
    expect(ownRooms({ propertyType: 'villa', maxGuests: null, roomTypes: [] })).toEqual([]);
  });
});
