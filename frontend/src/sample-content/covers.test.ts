import { describe, expect, it } from 'vitest';
import { SEEDED_HOTELS } from '@/testing/seededHotels';
import type { PictureName } from '@/pictures/manifest';
import { BUILT_IN_HOTELS } from './builtInHotels';
import { BUSINESS_HOTELS } from './businessHotels';
import { CAMPSITES } from './campsites';
import { CLUB_PAGES } from './clubFormulas';
import { CLUB_HOTELS } from './clubHotels';
import { FAMILY_HOTELS } from './familyHotels';
import { FAVOURITE_HOTELS } from './favouriteHotels';
import { GASTRONOMIC_HOTELS } from './gastronomicHotels';
import { HOTELS } from './hotels';
import { LUXURY_HOTELS } from './luxuryHotels';
import { REGION_HOTELS } from './regionHotels';
import { RESIDENCES } from './residences';
import { RESORTS } from './resorts';
import { RESTAURANTS } from './restaurants';
import { SEMINAR_HOTELS } from './seminarHotels';
import { SPA_HOTELS } from './spaHotels';
import { VILLAS } from './villas';

interface Shown {
  readonly name: string;
  readonly town: string;
  readonly pictures: readonly PictureName[];
}

const seeded = [...SEEDED_HOTELS.values()];
const hotelNamed = (name: string) => seeded.find((hotel) => hotel.name === name);

const listed = [...HOTELS, ...LUXURY_HOTELS, ...SPA_HOTELS, ...VILLAS, ...CAMPSITES, ...RESIDENCES, ...BUSINESS_HOTELS];
const clubStays = { ...CLUB_PAGES, ...RESORTS };

/** Every establishment of the site with its pictures, the cover first. */
const shown: readonly Shown[] = [
  ...listed.map(({ name, location, picture }) => ({ name, town: location, pictures: [picture] })),
  ...[...FAVOURITE_HOTELS, ...SEMINAR_HOTELS, ...GASTRONOMIC_HOTELS, ...RESTAURANTS].map(({ name, location, image }) => ({ name, town: location, pictures: [image] })),
  ...[...BUILT_IN_HOTELS, ...REGION_HOTELS].map(({ name, city, pictures }) => ({ name, town: city, pictures })),
  ...[...CLUB_HOTELS, ...FAMILY_HOTELS].map(({ name, city, picture }) => ({ name, town: city, pictures: [picture] })),
  ...CLUB_HOTELS.map(({ name, city, slug }) => ({ name, town: city, pictures: clubStays[slug].pictures })),
];

/** The towns where a picture of a real place may stand for an establishment. */
const CALANCHE = ['Piana', 'Porto', 'Ota', 'Galéria'];
const PLACES: Partial<Record<PictureName, readonly string[]>> = {
  'citadel-1': ['Calvi'],
  'camp-1': ['Calvi'],
  'citadel-2': ['Bonifacio'],
  'calanque-1': CALANCHE,
  'calanque-2': CALANCHE,
  'calanque-3': CALANCHE,
  'peaks-1': ['Zonza', 'Quenza', 'Levie'],
};

describe('the cover of an establishment', () => {
  it('is the same on every page', () => {
    const covers = new Map<string, PictureName | undefined>();
    for (const { name, pictures: [cover] } of shown) {
      expect(cover, name).toBe(covers.get(name) ?? cover);
      covers.set(name, cover);
    }
  });

  it('is the first picture of the hotel in the database', () => {
    const ofDatabase = shown.filter(({ name }) => hotelNamed(name));
    expect(ofDatabase.length).toBeGreaterThan(70);
    for (const { name, pictures: [cover] } of ofDatabase) expect(cover, name).toBe(hotelNamed(name)?.images[0]);
  });

  it('opens the same gallery in the built-in hotels as in the database', () => {
    for (const { name, pictures } of BUILT_IN_HOTELS) {
      const hotel = hotelNamed(name);
      if (hotel) expect(pictures, name).toEqual(hotel.images);
    }
  });
});

describe('a picture of a real place', () => {
  it('never stands for an establishment elsewhere', () => {
    for (const { name, town, pictures } of shown) {
      for (const picture of pictures) {
        const towns = PLACES[picture];
        if (towns) expect(towns.some((place) => town.endsWith(place)), `${name}, ${town}: ${picture}`).toBe(true);
      }
    }
  });
});
