import { describe, expect, it } from 'vitest';
import { ACCOMMODATION_TYPES } from './accommodationTypes';
import { findDestination } from '@/geography/destinations';
import { FAVOURITE_HOTELS } from './favouriteHotels';
import { POPULAR_CITIES } from './popularCities';
import { HOME_RESTAURANTS, PROMOTIONS } from './promotions';
import { AVERAGE_RATING, CRITERIA } from './ratingCriteria';
import { REGIONS } from '@/geography/regions';
import { SEEDED_HOTELS } from '@/testing/seededHotels';
import { RESTAURANTS } from './restaurants';
import { FURTHER_TRIPS } from './furtherTrips';
import { CITY_TRIPS, TRIP_THEMES, type ThematicTrip, type TripTheme } from './thematicTrips';

const seeded = [...SEEDED_HOTELS.values()];
const average = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const tripsOf = (theme: TripTheme): readonly ThematicTrip[] => (theme === 'city' ? CITY_TRIPS : FURTHER_TRIPS[theme]);
const trips = TRIP_THEMES.flatMap(tripsOf);

describe('§3 home: the cards agree with the seeded hotels', () => {
  it.each(FAVOURITE_HOTELS.map((favourite) => [favourite.name, favourite] as const))('the card of %s has the data of the hotel that it opens', (_name, favourite) => {
    const hotel = SEEDED_HOTELS.get(favourite.id);
    expect(hotel).toMatchObject({ name: favourite.name, city: favourite.location, price_per_night: favourite.price });
    expect(hotel?.ratings).toHaveLength(favourite.reviews);
    expect(Math.abs(average(hotel?.ratings ?? []) - favourite.rating)).toBeLessThan(0.06);
    expect(hotel?.images).toContain(favourite.image);
  });

  it.each(trips.map((trip) => [trip.key, trip] as const))('§2.21 the destination of trip %s has hotels', (_key, { location, destination = location }) => {
    const beds = seeded.filter((hotel) => [hotel.name, hotel.city, hotel.location].some((text) => text.includes(destination)));
    expect(beds.length).toBeGreaterThan(0);
  });

  it('§2.28 every popular city is a destination', () => {
    for (const { name } of POPULAR_CITIES) expect(findDestination(name)).toBeDefined();
  });

  it('§2.30 every town of a region is a destination and is in one region only', () => {
    const towns = REGIONS.flatMap((region) => [...region.towns]);
    for (const town of towns) expect(findDestination(town), town).toBeDefined();
    expect(new Set(towns).size).toBe(24);
  });

  it('§1.3 the average rating is the mean of the criteria', () => {
    expect(average(CRITERIA.map(({ rating }) => rating))).toBeCloseTo(AVERAGE_RATING);
  });
});

describe('home: pictures', () => {
  it('show the favourite hotels from outside', () => {
    for (const { image, name } of FAVOURITE_HOTELS) expect(image, name).not.toMatch(/^(?:bathroom|bedroom)-/);
  });

  it('appear at most once on the page as it opens', () => {
    const tables = RESTAURANTS.filter(({ id }) => HOME_RESTAURANTS.some((shown) => shown === id)).map(({ image }) => image);
    const shown = [
      ...ACCOMMODATION_TYPES.map(({ picture }) => picture),
      ...CITY_TRIPS.map(({ image }) => image),
      ...FAVOURITE_HOTELS.map(({ image }) => image),
      ...tables,
      ...POPULAR_CITIES.map(({ picture }) => picture),
      ...PROMOTIONS.map(({ picture }) => picture),
      ...REGIONS.map(({ picture }) => picture),
    ];
    expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([]);
  });

  it('appear at most once within a theme', () => {
    for (const theme of TRIP_THEMES) expect(new Set(tripsOf(theme).map(({ image }) => image)).size).toBe(6);
  });
});
