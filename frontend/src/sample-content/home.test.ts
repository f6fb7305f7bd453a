import { describe, expect, it } from 'vitest';
import { ACCOMMODATION_TYPES } from './accommodationTypes';
import { findDestination } from '@/geography/destinations';
import { FAVOURITE_HOTELS } from './favouriteHotels';
import { POPULAR_CITIES } from './popularCities';
import { HOME_RESTAURANTS, PROMOTIONS } from './promotions';
import { AVERAGE_RATING, CRITERIA } from './ratingCriteria';
import { REGIONS } from '@/geography/regions';
import { RESTAURANTS } from './restaurants';
import { THEMATIC_TRIPS, TRIP_THEMES, type ThematicTrip } from './thematicTrips';

interface Sample {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly location: string;
  readonly price_per_night: number;
  readonly ratings: readonly number[];
  readonly images: readonly string[];
}

/** The establishments that the backend starts with. */
const files = import.meta.glob<Sample[]>('../../../schema/seed/hotels/*.json', { eager: true, import: 'default' });
const seeded = Object.values(files).flat();
const average = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const trips: readonly ThematicTrip[] = TRIP_THEMES.flatMap((theme): readonly ThematicTrip[] => THEMATIC_TRIPS[theme]);

describe('§3 home: what its cards say is so', () => {
  it.each(FAVOURITE_HOTELS.map((favourite) => [favourite.name, favourite] as const))('%s is the establishment that its card opens', (_name, favourite) => {
    const hotel = seeded.find(({ id }) => id === favourite.id);
    expect(hotel).toMatchObject({ name: favourite.name, city: favourite.location, price_per_night: favourite.price });
    expect(hotel?.ratings).toHaveLength(favourite.reviews);
    expect(Math.abs(average(hotel?.ratings ?? []) - favourite.rating)).toBeLessThan(0.06);
    expect(hotel?.images).toContain(favourite.image);
  });

  it.each(trips.map((trip) => [trip.key, trip] as const))('§2.21 %s is where there are beds', (_key, { location, destination = location }) => {
    const beds = seeded.filter((hotel) => [hotel.name, hotel.city, hotel.location].some((text) => text.includes(destination)));
    expect(beds.length).toBeGreaterThan(0);
  });

  it('§2.28 the cities are destinations', () => {
    for (const { name } of POPULAR_CITIES) expect(findDestination(name)).toBeDefined();
  });

  it('§2.30 so are the towns of the regions, no town in two', () => {
    const towns = REGIONS.flatMap((region) => [...region.towns]);
    for (const town of towns) expect(findDestination(town), town).toBeDefined();
    expect(new Set(towns).size).toBe(24);
  });

  it('§1.3 the average is that of its parts', () => {
    expect(average(CRITERIA.map(({ rating }) => rating))).toBeCloseTo(AVERAGE_RATING);
  });
});

describe('home: pictures', () => {
  it('what customers liked best is seen from outside', () => {
    for (const { image, name } of FAVOURITE_HOTELS) expect(image, name).not.toMatch(/^(?:bathroom|bedroom)-/);
  });

  it('none shows twice on the page as it opens', () => {
    const tables = RESTAURANTS.filter(({ id }) => HOME_RESTAURANTS.some((shown) => shown === id)).map(({ image }) => image);
    const shown = [
      ...ACCOMMODATION_TYPES.map(({ picture }) => picture),
      ...THEMATIC_TRIPS.city.map(({ image }) => image),
      ...FAVOURITE_HOTELS.map(({ image }) => image),
      ...tables,
      ...POPULAR_CITIES.map(({ picture }) => picture),
      ...PROMOTIONS.map(({ picture }) => picture),
      ...REGIONS.map(({ picture }) => picture),
    ];
    expect(shown.filter((name, index) => shown.indexOf(name) !== index)).toEqual([]);
  });

  it('nor within one theme', () => {
    for (const theme of TRIP_THEMES) expect(new Set(THEMATIC_TRIPS[theme].map(({ image }) => image)).size).toBe(6);
  });
});
