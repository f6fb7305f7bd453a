import { describe, expect, it } from 'vitest';
import { parsePrice, readBooking } from './booking';

const read = (query: string) => readBooking(new URLSearchParams(query), 'Chambre Standard');

describe('§2 booking: what the address says', () => {
  it('§5.11 booking: nights times the price per night make the total', () => {
    expect(read('hotel=Maquis&checkin=2027-06-10&checkout=2027-06-13&pricePerNight=120.50&guests=4')).toMatchObject({
      nights: 3,
      total: 361.5,
      guests: 4,
    });
  });

  it('§9.6 booking: what is not said has its default', () => {
    expect(read('hotel=Maquis&checkin=2027-06-10&checkout=2027-06-11')).toMatchObject({
      location: 'Ajaccio, Corse',
      guests: 2,
      pricePerNight: 45,
      roomType: 'Chambre Standard',
      total: 45,
    });
  });

  it('§9.6 booking: a price of nothing is none', () => {
    expect(read('hotel=Maquis&checkin=2027-06-10&checkout=2027-06-11&pricePerNight=0')).toMatchObject({ pricePerNight: 45 });
  });

  it.each([
    ['the hotel', 'checkin=2027-06-10&checkout=2027-06-11'],
    ['the arrival', 'hotel=Maquis&checkout=2027-06-11'],
    ['the departure', 'hotel=Maquis&checkin=2027-06-10&checkOut='],
    ['a real date', 'hotel=Maquis&checkin=2027-06-10&checkout=demain'],
    ['a night', 'hotel=Maquis&checkin=2027-06-10&checkout=2027-06-10'],
  ])('§2 booking: nothing to book without %s', (_, query) => {
    expect(read(query)).toBeNull();
  });

  it('§2.50 resorts: their spelling of the dates and a price given as text are understood', () => {
    expect(
      read('hotel=Club Med&checkIn=2027-06-10&checkOut=2027-06-12&roomType=Suite&price=à partir de 1 289,90 € / nuit'),
    ).toMatchObject({ nights: 2, pricePerNight: 1289.9, total: 2579.8, roomType: 'Suite' });
  });
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
