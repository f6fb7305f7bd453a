import { describe, expect, it } from 'vitest';
import { shownRating } from '@/domain/shownRating';
import { BUILT_IN_HOTELS } from './builtInHotels';
import { BUSINESS_HOTELS } from './businessHotels';
import { CAMPSITES } from './campsites';
import { FAVOURITE_HOTELS } from './favouriteHotels';
import { HOTELS } from './hotels';
import type { ListedEstablishment } from './listedEstablishment';
import { LUXURY_HOTELS } from './luxuryHotels';
import { REGION_HOTELS } from './regionHotels';
import { REGIONS } from '@/geography/regions';
import { RESIDENCES } from './residences';
import { SPA_HOTELS } from './spaHotels';
import { townNear } from '@/geography/gazetteer';
import { TOWN_PICTURES } from './townPictures';
import { nearestTown } from '@/geography/towns';
import { SEEDED_HOTELS } from '@/testing/seededHotels';
import { VILLAS } from './villas';

const PAGES: readonly (readonly [page: string, cards: readonly ListedEstablishment[], count: number, type: string])[] = [
  ['/hotels', HOTELS, 12, 'hotel'],
  ['/hotels-luxe', LUXURY_HOTELS, 8, 'luxury_hotel'],
  ['/villas', VILLAS, 8, 'villa'],
  ['/spa-hotels', SPA_HOTELS, 12, 'spa_hotel'],
  ['/campings', CAMPSITES, 9, 'campsite'],
  ['/residences', RESIDENCES, 9, 'residence'],
];

describe.each(PAGES)('§2 listing pages: %s', (_page, cards, count, type) => {
  it('has the specified number of cards, without duplicates', () => {
    expect(cards).toHaveLength(count);
    expect(new Set(cards.map(({ id }) => id)).size).toBe(count);
    expect(new Set(cards.map(({ picture }) => picture)).size).toBe(count);
  });

  it('has cards with the name, place, type, price and rating of the hotel that they open', () => {
    for (const card of cards) {
      const hotel = SEEDED_HOTELS.get(card.id);
      expect(hotel, card.name).toBeDefined();
      if (!hotel) continue;
      expect(card.name).toBe(hotel.name);
      expect(card.location).toContain(hotel.city);
      expect(card.location).toContain(hotel.location);
      expect(hotel.property_type).toBe(type);
      expect(card.price).toBe(hotel.price_per_night);
      const mean = hotel.ratings.reduce((sum, rating) => sum + rating, 0) / hotel.ratings.length;
      expect(Math.abs(card.rating - mean), card.name).toBeLessThan(0.01);
      expect(card.reviews).toBe(hotel.ratings.length);
    }
  });
});

describe('§2 listing pages: one figure for one hotel', () => {
  it('a villa takes as many guests on its card as on its page', () => {
    for (const { id, name, capacity } of VILLAS) expect(SEEDED_HOTELS.get(id)?.max_guests, name).toBe(capacity);
  });

  it('favourites, partners and built-in hotels show the rating of their pages', () => {
    const known = [...FAVOURITE_HOTELS, ...BUSINESS_HOTELS, ...BUILT_IN_HOTELS.filter(({ name }) => name !== 'Hôtel Les Mouettes')];
    for (const { id, name, rating, reviews } of known) {
      const ratings = SEEDED_HOTELS.get(Number(id))?.ratings ?? [];
      const mean = Math.round((ratings.reduce((sum, one) => sum + one, 0) / ratings.length) * 100) / 100;
      expect(shownRating(rating), name).toEqual(shownRating(mean));
      expect(reviews, name).toBe(ratings.length);
    }
  });
});

describe('§2 listing pages: pictures fit the type', () => {
  const campsIn = (cards: readonly ListedEstablishment[]) =>
    cards.map(({ picture }) => picture).filter((picture) => picture.startsWith('camp-')).toSorted();

  it('campsites show all pictures of camps, and no other page shows one', () => {
    for (const [page, cards] of PAGES) {
      expect(campsIn(cards), page).toEqual(page === '/campings' ? ['camp-1', 'camp-2', 'camp-3'] : []);
    }
  });
});

describe('§2 listing pages: ranges', () => {
  const pricesOf = (cards: readonly ListedEstablishment[]) => cards.map(({ price }) => price);

  it('hotels cost 42 to 195 euros, luxury hotels 275 to 425', () => {
    expect([Math.min(...pricesOf(HOTELS)), Math.max(...pricesOf(HOTELS))]).toEqual([42, 195]);
    expect([Math.min(...pricesOf(LUXURY_HOTELS)), Math.max(...pricesOf(LUXURY_HOTELS))]).toEqual([275, 425]);
  });

  it('villas take 6 to 12 persons, and have a pool if the database says so', () => {
    const capacities = VILLAS.map(({ capacity }) => capacity);
    expect([Math.min(...capacities), Math.max(...capacities)]).toEqual([6, 12]);
    for (const villa of VILLAS) expect(SEEDED_HOTELS.get(villa.id)?.amenities.includes('Piscine'), villa.name).toBe(villa.hasPool);
    expect(new Set(VILLAS.map(({ hasPool }) => hasPool))).toEqual(new Set([true, false]));
  });

  it('residences take 2 to 8 persons', () => {
    const persons = RESIDENCES.flatMap((residence) => residence.persons);
    expect([Math.min(...persons), Math.max(...persons)]).toEqual([2, 8]);
  });
});

describe('§2 /region-hotels: the fourteen hotels', () => {
  it('have the ids h1 to h14 and are each in a town of their region', () => {
    expect(REGION_HOTELS.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, index) => `h${index + 1}`));
    for (const { city, region, name } of REGION_HOTELS) {
      const towns: readonly string[] = REGIONS.find(({ key }) => key === region)?.towns ?? [];
      expect(towns, name).toContain(city);
    }
  });

  it('have positions near their towns', () => {
    for (const { city, position, name } of REGION_HOTELS) {
      expect(nearestTown(position).town, name).toBe(townNear(city));
    }
  });

  it('have different names and first pictures', () => {
    expect(new Set(REGION_HOTELS.map(({ name }) => name)).size).toBe(14);
    expect(new Set(REGION_HOTELS.map(({ pictures: [first] }) => first)).size).toBe(14);
  });

  it.each(REGIONS)('$name shows no picture twice among its own, its towns’ and its hotels’', ({ key, towns, picture }) => {
    const hotels = REGION_HOTELS.filter(({ region }) => region === key);
    const shown = [picture, ...towns.map((town) => TOWN_PICTURES[town]), ...hotels.map(({ pictures: [first] }) => first)];
    expect(shown.toSorted()).toEqual([...new Set(shown)].toSorted());
  });
});
