import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canAskForDates, parsePrice, readStayRequest, totalOf } from './booking';

const read = (query: string) => readStayRequest(new URLSearchParams(query), 'Chambre Standard');

// Half past midnight in Corsica; still the day before in UTC.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-06-09T22:30:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('§2 booking: what the address says', () => {
  it('booking: the standard room keeps its name in links, and is shown in the language of the page', () => {
    const roomIn = (roomType: string) =>
      readStayRequest(new URLSearchParams({ hotel: 'Central', checkin: '2027-06-10', checkout: '2027-06-12', roomType }), 'Standardzimmer')?.roomType;
    expect(['', 'Chambre standard', 'Suite'].map(roomIn)).toEqual(['Standardzimmer', 'Standardzimmer', 'Suite']);
  });

  it('§5.11 booking: nights times the price per night make the total', () => {
    const stay = read('hotel=Maquis&checkin=2027-06-10&checkout=2027-06-13&pricePerNight=120.50&guests=4');
    expect(stay).toMatchObject({ nights: 3, statedPrice: 120.5, party: { kind: 'guests', count: 4 } });
    expect(totalOf(3, 120.5)).toBe(361.5);
  });

  it('§9.6 booking: what is not said has its default', () => {
    expect(read('hotel=Maquis&checkin=2027-06-10&checkout=2027-06-11')).toMatchObject({
      location: 'Ajaccio, Corse',
      party: { kind: 'guests', count: 2 },
      statedPrice: null,
      roomType: 'Chambre Standard',
    });
  });

  it('booking: a price of 0 stays one of 0', () => {
    expect(read('hotel=Maquis&checkin=2027-06-10&checkout=2027-06-11&pricePerNight=0')).toMatchObject({ statedPrice: 0 });
  });

  it.each([
    ['1', { kind: 'adults', count: 2 }],
    ['2', { kind: 'guests', count: 2 }],
    ['5+', { kind: 'orMore', count: 5 }],
    ['viele', { kind: 'adults', count: 2 }],
  ])('§2.19 booking: guests=%s are the people of that choice of the search', (guests, party) => {
    expect(read(`hotel=Maquis&checkin=2027-06-10&checkout=2027-06-11&guests=${encodeURIComponent(guests)}`)).toMatchObject({ party });
  });

  it('§2.48 booking: the guests of a resort are heads', () => {
    expect(read('hotel=Club&checkIn=2027-06-10&checkOut=2027-06-11&guests=1')).toMatchObject({ party: { kind: 'guests', count: 1 } });
  });

  it.each([
    ['the hotel', 'checkin=2027-06-10&checkout=2027-06-11'],
    ['the arrival', 'hotel=Maquis&checkout=2027-06-11'],
    ['the departure', 'hotel=Maquis&checkin=2027-06-10&checkOut='],
    ['a real date', 'hotel=Maquis&checkin=2027-06-10&checkout=demain'],
    ['a night', 'hotel=Maquis&checkin=2027-06-10&checkout=2027-06-10'],
    ['dates in their order', 'hotel=Maquis&checkin=2027-06-12&checkout=2027-06-10'],
    ['a day to come', 'hotel=Maquis&checkin=2027-06-09&checkout=2027-06-11'],
  ])('§2 booking: nothing to book without %s', (_, query) => {
    expect(read(query)).toBeNull();
  });

  it('§2.50 resorts: their spelling of the dates and a price given as text are understood', () => {
    expect(
      read('hotel=Club Med&checkIn=2027-06-10&checkOut=2027-06-12&roomType=Suite&price=à partir de 1 289,90 € / nuit'),
    ).toMatchObject({ nights: 2, statedPrice: 1289.9, roomType: 'Suite' });
  });
});

describe('§2.50 booking: dates that are named, but make no stay, are asked for again', () => {
  it.each([
    ['hotel=Maquis&checkin=2027-06-12&checkout=2027-06-10', true],
    ['hotel=Maquis&checkin=2020-06-12&checkout=2020-06-13', true],
    ['hotel=Maquis&checkin=demain&checkout=2027-06-13', true],
    ['hotel=Club&checkIn=&checkOut=', true],
    ['hotel=Maquis&checkin=2027-06-12', false],
    ['hotel=Maquis&checkin=2027-06-12&checkout=', false],
    ['checkin=2027-06-12&checkout=2027-06-10', false],
  ])('%s: %j', (query, asks) => expect(canAskForDates(new URLSearchParams(query))).toBe(asks));
});

describe('§2 booking: prices in a text', () => {
  it.each([
    ['189 €', 189],
    ['189,50', 189.5],
    ['1 250 €', 1250],
    ['1.250,00 €', 1250],
    ['1,250.00', 1250],
    ['1.250', 1250],
    ['gratuit', null],
  ])('%s', (text, euros) => {
    expect(parsePrice(text)).toBe(euros);
  });
});
