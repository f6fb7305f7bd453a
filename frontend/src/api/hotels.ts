import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { requestRows } from './client';
import { resolveAssetUrl } from './config';
import type { Listing } from './rows';
import { restPath, type ColumnSchemas } from './tables';
import { numeric, optionalNumber, text, texts } from './values';

const HOTELS = restPath('hotels');

/** Ids of the guest houses that the page of guest houses shows, as call 16 sends them. */
export const GUEST_HOUSE_IDS = [105, 106, 110, 99, 104, 92, 115, 35, 116, 60, 41, 46, 75, 56, 61, 94, 63, 52, 7];

type Coordinate = number | null;

function position(latitude: Coordinate, longitude: Coordinate): { latitude: number; longitude: number } | null {
  return latitude !== null && longitude !== null ? { latitude, longitude } : null;
}

const Hotel = v.pipe(
  v.object({
    id: numeric,
    name: v.string(),
    city: text,
    location: text,
    description: text,
    images: texts,
    amenities: texts,
    rating: optionalNumber,
    reviews_count: optionalNumber,
    price_per_night: optionalNumber,
    property_type: text,
    latitude: optionalNumber,
    longitude: optionalNumber,
    max_guests: optionalNumber,
    number_of_rooms: optionalNumber,
    room_types: texts,
  } satisfies ColumnSchemas<'hotels'>),
  v.transform((row) => ({
    id: row.id,
    name: row.name,
    city: row.city,
    location: row.location,
    description: row.description,
    images: row.images.map(resolveAssetUrl),
    amenities: row.amenities,
    /** 0 to 5; 0 without reviews. */
    rating: row.rating ?? 0,
    reviewsCount: row.reviews_count ?? 0,
    pricePerNight: row.price_per_night ?? 0,
    propertyType: row.property_type,
    position: position(row.latitude, row.longitude),
    /** The most guests, the number of rooms and the names of their types, as far as the owner has stated them. */
    maxGuests: row.max_guests,
    numberOfRooms: row.number_of_rooms,
    roomTypes: row.room_types,
  })),
);
/** A row of the table `hotels`. */
export type Hotel = v.InferOutput<typeof Hotel>;

/** Call 6: the active hotels. */
export async function listHotels(limit?: number, signal?: AbortSignal): Promise<Hotel[]> {
  const query = { select: '*', is_active: 'eq.true', limit };
  return (await requestRows(HOTELS, { query, signal, schema: Hotel })).rows;
}

/** Call 9: one hotel, or null if it does not exist. */
export async function getHotel(id: number | string, signal?: AbortSignal): Promise<Hotel | null> {
  const { rows } = await requestRows(HOTELS, { query: { select: '*', id: `eq.${id}` }, signal, schema: Hotel });
  return rows[0] ?? null;
}

/** Call 10: all hotels, for administrators. */
function listAllHotels(signal?: AbortSignal): Promise<Listing<Hotel>> {
  return requestRows(HOTELS, { query: { select: '*' }, signal, schema: Hotel });
}

/** Call 16: several hotels by id, best rated first. */
export async function listHotelsByIds(ids: readonly number[], signal?: AbortSignal): Promise<Hotel[]> {
  const query = { select: '*', id: `in.(${ids.join(',')})`, order: 'rating.desc' };
  return (await requestRows(HOTELS, { query, signal, schema: Hotel })).rows;
}

/** The active hotels; each `limit` has its own cache entry. */
export const hotelsQuery = (limit?: number) =>
  queryOptions({
    queryKey: ['hotels', { limit: limit ?? null }],
    queryFn: ({ signal }) => listHotels(limit, signal),
  });

/** All hotels, for administrators. Fails at once instead of retrying, because the page has a retry button. */
export const allHotelsQuery = () =>
  queryOptions({
    queryKey: ['hotels', { all: true }],
    queryFn: ({ signal }) => listAllHotels(signal),
    retry: false,
  });

/** One hotel, or null. */
export const hotelQuery = (id: number | string) =>
  queryOptions({ queryKey: ['hotels', String(id)], queryFn: ({ signal }) => getHotel(id, signal) });

/** Several hotels by id, best rated first. */
export const hotelsByIdsQuery = (ids: readonly number[]) =>
  queryOptions({ queryKey: ['hotels', { ids }], queryFn: ({ signal }) => listHotelsByIds(ids, signal) });
