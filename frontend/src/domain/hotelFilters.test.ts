import { describe, expect, it } from 'vitest';
import { hotel } from '@/testing/hotels';
import { activeFilters, countOfType, countWithAmenity, filterHotels, NO_FILTERS, readFilters, sortHotels, withFilters, type Filters } from './hotelFilters';
import { matchingHotels, placeName } from './matchingHotels';

const camp = hotel({ id: 1, name: 'Camping', pricePerNight: 49.5, rating: 4.5, reviewsCount: 4, propertyType: 'campsite', amenities: ['WiFi'] });
const inn = hotel({ id: 2, name: 'Auberge', pricePerNight: 100, rating: 3.5, reviewsCount: 30, propertyType: 'hotel', amenities: ['Parking', 'Vue sur mer'] });
const palace = hotel({ id: 3, name: 'Palace', pricePerNight: 620, rating: 4.9, reviewsCount: 12, propertyType: 'luxury_hotel', amenities: ['Piscine', 'Parking'] });
const fresh = hotel({ id: 4, name: 'Neuf', pricePerNight: 201, rating: 0, reviewsCount: 0, propertyType: 'villa', amenities: [] });
const all = [camp, inn, palace, fresh];

const names = (filters: Partial<Filters>) => filterHotels(all, { ...NO_FILTERS, ...filters }).map(({ name }) => name);
const sorted = (sort: Filters['sort']) => sortHotels(all, sort).map(({ name }) => name);

describe('§9 filters', () => {
  it('§9.2 price: 0 to 500 is every price, beyond 500 too', () => {
    expect(names({})).toEqual(['Camping', 'Auberge', 'Palace', 'Neuf']);
    expect(names({ price: [60, 300] })).toEqual(['Auberge', 'Neuf']);
    expect(names({ price: [300, 500] })).toEqual(['Palace']);
  });

  it('§9.2 price buckets: under 50, 50-100, 100-200, over 200, and any of several', () => {
    expect(names({ budgets: ['under50'] })).toEqual(['Camping']);
    expect(names({ budgets: ['from50to100'] })).toEqual(['Auberge']);
    expect(names({ budgets: ['over200'] })).toEqual(['Palace', 'Neuf']);
    expect(names({ budgets: ['under50', 'over200'] })).toEqual(['Camping', 'Palace', 'Neuf']);
  });

  it('§9.3 rating thresholds: 4.5, 4, 3.5 and 3 are lower bounds', () => {
    expect(names({ rating: 4.5 })).toEqual(['Camping', 'Palace']);
    expect(names({ rating: 3.5 })).toEqual(['Camping', 'Auberge', 'Palace']);
  });

  it('§9.5 amenities: all that are asked for, however they are written', () => {
    expect(names({ amenities: ['wifi'] })).toEqual(['Camping']);
    expect(names({ amenities: ['parking'] })).toEqual(['Auberge', 'Palace']);
    expect(names({ amenities: ['parking', 'seaView'] })).toEqual(['Auberge']);
  });

  it('§2.37 counts say what a choice would leave, given the other filters', () => {
    const filters: Filters = { ...NO_FILTERS, rating: 3.5, amenities: ['parking'], type: 'hotel' };
    expect(countOfType(all, filters, 'villa')).toBe(0);
    expect(countOfType(all, filters, 'luxury_hotel')).toBe(1);
    expect(countOfType(all, NO_FILTERS, 'villa')).toBe(1);
    expect(countWithAmenity(all, { ...filters, type: null }, 'pool')).toBe(1);
    expect(countWithAmenity(all, { ...filters, type: null }, 'wifi')).toBe(0);
    expect(countWithAmenity(all, { ...filters, type: null }, 'parking')).toBe(2);
  });

  it('§2 type: hotels are of every class, the others exactly theirs', () => {
    expect(names({ type: 'hotel' })).toEqual(['Auberge', 'Palace']);
    expect(names({ type: 'luxury_hotel' })).toEqual(['Palace']);
    expect(names({ type: 'campsite' })).toEqual(['Camping']);
  });

  it('§3 type: guest houses are also those that name their rooms; what is of no kind is another', () => {
    const kinds = ['guest_house', 'guest_room', 'other'].map((propertyType) => hotel({ name: propertyType, propertyType }));
    const ofType = (type: Filters['type']) => filterHotels(kinds, { ...NO_FILTERS, type }).map(({ name }) => name);
    expect(ofType('guest_house')).toEqual(['guest_house', 'guest_room']);
    expect(ofType('guest_room')).toEqual(['guest_room']);
    expect(ofType('other')).toEqual(['other']);
    expect(ofType('hotel')).toEqual([]);
  });

  it('§9.4 sort: the working orders work, ours first keeps the order of the backend', () => {
    expect(sorted('preferred')).toEqual(['Camping', 'Auberge', 'Palace', 'Neuf']);
    expect(sorted('reviews')[0]).toBe('Auberge');
    expect(sorted('priceDesc')).toEqual(['Palace', 'Neuf', 'Auberge', 'Camping']);
    expect(sorted('priceAsc')).toEqual(['Camping', 'Auberge', 'Neuf', 'Palace']);
    expect(sorted('ratingDesc')[0]).toBe('Palace');
    expect(sorted('ratingAsc')[0]).toBe('Neuf');
  });

  it('§3.17 address: filters come back from the address that they wrote, and leave the search as it was', () => {
    const filters: Filters = {
      price: [50, 200],
      budgets: ['from50to100'],
      rating: 4.5,
      amenities: ['pool', 'wifi'],
      type: 'villa',
      sort: 'priceDesc',
    };
    const params = withFilters(new URLSearchParams('destination=Calvi&guests=2'), filters);
    expect(params.get('destination')).toBe('Calvi');
    expect(readFilters(params)).toEqual({ ...filters, amenities: ['wifi', 'pool'] });
    expect(withFilters(params, NO_FILTERS).toString()).toBe('destination=Calvi&guests=2');
    expect(activeFilters(readFilters(params))).toBe(6);
  });

  it('§2 address: what makes no sense in it is left out', () => {
    const params = new URLSearchParams('min=900&max=-4&rating=4.7&amenities=lift&type=castle&sort=magic&budget=free');
    expect(readFilters(params)).toEqual(NO_FILTERS);
  });
});

describe('§5 hotel search text', () => {
  const rousse = hotel({ name: 'Santa Maria', city: "L'Île-Rousse", location: "Route du Port, L'Île-Rousse" });
  const calvi = hotel({ name: 'Le Magnolia', city: 'Calvi', location: 'Place du Marché, Calvi' });

  it.each([
    ['ile rousse', rousse],
    ["L'ÎLE-ROUSSE", rousse],
    ['l’île rousse', rousse],
    ['marche', calvi],
    ['MAGNO', calvi],
  ])('§5 hotel search text: "%s" is found by city, location or name', (text, expected) => {
    expect(matchingHotels([rousse, calvi], text)).toEqual([expected]);
  });

  it('§5.6 hotel search text: without a text there is everything', () => {
    expect(matchingHotels([rousse, calvi], '  ')).toHaveLength(2);
  });

  it('§2 title: a place is written as its town writes it, anything else as it was typed', () => {
    expect(placeName('ile rousse', [rousse])).toBe("L'Île-Rousse");
    expect(placeName('magnolia', [calvi])).toBe('magnolia');
    expect(placeName('', [calvi])).toBe('');
  });
});
