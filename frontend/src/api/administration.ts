import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { request } from './client';
import { resolveAssetUrl } from './config';
import { ApiError } from './errors';
import { readRows, type Listing } from './rows';
import { numeric, optionalNumber, text, texts } from './values';

/** Calls for administrators. The server authorises them by the account's role; the checks here only steer the page. */

const AppMetadata = v.object({ role: text });
const AdministratorLogin = v.object({
  session: v.object({
    access_token: v.pipe(v.string(), v.nonEmpty()),
    /** Seconds since 1970. */
    expires_at: v.optional(v.nullable(numeric)),
  }),
  user: v.optional(v.nullable(v.object({ app_metadata: v.optional(v.nullable(AppMetadata)) }))),
});

/** The access token of a signed-in administrator. */
interface AdministratorAccess {
  readonly token: string;
  /** Seconds since 1970; null if the server did not send it. */
  readonly expiresAt: number | null;
}

/** Call 2 with a user name instead of an e-mail. Null if the account is not an administrator's. */
export async function loginAdministrator(name: string, password: string): Promise<AdministratorAccess | null> {
  const { session, user } = await request('functions/v1/user-auth', {
    method: 'POST',
    body: { action: 'login', email: name, password },
    schema: AdministratorLogin,
  });
  const role = user?.app_metadata?.role || roleInToken(session.access_token);
  return role === 'admin' ? { token: session.access_token, expiresAt: session.expires_at ?? null } : null;
}

const Claims = v.object({ app_metadata: AppMetadata });

/** The role claim of a token. Its signature is not checked: the role only decides what this page shows. */
function roleInToken(token: string): string {
  const [, payload = ''] = token.split('.');
  try {
    return v.parse(Claims, JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).app_metadata.role;
  } catch {
    return '';
  }
}

export const APPLICATION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

const optionalText = v.fallback(v.nullable(v.string()), null);
/** Null if the application does not answer the question. */
const yesOrNo = v.fallback(v.nullable(v.picklist(['true', 'false'])), null);
/** A list, or one comma-separated text; empty if it is missing or neither. */
const words = v.fallback(
  v.union([
    v.array(v.string()),
    v.pipe(v.string(), v.transform((all) => all.split(',').map((word) => word.trim()).filter(Boolean))),
  ]),
  [],
);

const HostApplication = v.pipe(
  v.object({
    id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
    status: v.picklist(APPLICATION_STATUSES),
    property_name: v.string(),
    property_type: text,
    first_name: text,
    last_name: text,
    email: text,
    phone: text,
    address: text,
    postal_code: text,
    city: text,
    description: text,
    motivation: text,
    additional_services: text,
    number_of_rooms: optionalNumber,
    max_guests: optionalNumber,
    price_per_night: optionalNumber,
    experience_years: optionalNumber,
    previous_hosting: yesOrNo,
    availability_start: optionalText,
    availability_end: optionalText,
    amenities: words,
    room_types: words,
    photos_urls: texts,
    hotel_id: optionalNumber,
    created_at: v.string(),
  }),
  v.transform((row) => ({
    id: row.id,
    status: row.status,
    propertyName: row.property_name,
    propertyType: row.property_type,
    owner: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    phone: row.phone,
    address: row.address,
    postalCode: row.postal_code,
    city: row.city,
    description: row.description,
    motivation: row.motivation,
    additionalServices: row.additional_services,
    rooms: row.number_of_rooms,
    maxGuests: row.max_guests,
    pricePerNight: row.price_per_night,
    experienceYears: row.experience_years,
    previousHosting: row.previous_hosting,
    availableFrom: row.availability_start,
    availableTo: row.availability_end,
    amenities: row.amenities,
    roomTypes: row.room_types,
    /** Signed URLs of private objects, which expire. */
    photos: row.photos_urls.map(resolveAssetUrl),
    /** Id of the hotel created from the application; null if there is none. */
    hotelId: row.hotel_id,
    createdAt: row.created_at,
  })),
);
/** An owner's application to list an establishment. */
export type HostApplication = v.InferOutput<typeof HostApplication>;

const ApplicationList = v.object({ data: v.optional(v.nullable(v.array(v.unknown()))) });

/** Call 11: all applications, newest first. */
async function listApplications(token: string, signal?: AbortSignal): Promise<Listing<HostApplication>> {
  const path = 'functions/v1/get-host-applications';
  const { data } = await request(path, { token, signal, schema: ApplicationList });
  return readRows(path, HostApplication, data ?? []);
}

export type Decision = 'approve' | 'reject';
const STATUS_AFTER = { approve: 'approved', reject: 'rejected' } as const satisfies Record<Decision, ApplicationStatus>;

/** Call 12: approves or rejects an application. */
export async function decideApplication(applicationId: string, action: Decision, token: string): Promise<void> {
  await request('functions/v1/update-host-application', {
    method: 'POST',
    body: { applicationId, action, status: STATUS_AFTER[action] },
    token,
    schema: v.unknown(),
  });
}

/**
 * The backend creates hotels one at a time and processes all photos, so a call may wait. Equals the front door's
 * timeout.
 */
const CREATE_HOTEL_TIMEOUT_MS = 150_000;

/** Call 13: creates a hotel from an approved application. */
export async function createHotel(applicationId: string, token: string): Promise<void> {
  await request('functions/v1/create-hotel-from-application', {
    method: 'POST',
    body: { applicationId },
    token,
    timeoutMs: CREATE_HOTEL_TIMEOUT_MS,
    schema: v.unknown(),
  });
}

/** Whether call 13 failed because the application already has a hotel. */
export function isHotelAlreadyCreated(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'hotel_already_exists' || /already exists|existe déjà/i.test(error.serverMessage ?? '');
}

/** Call 14: uploads one picture of a hotel. `onProgress` gets the share of bytes sent, from 0 to 1. */
export async function uploadHotelImage(
  hotelId: number,
  file: File,
  { token, onProgress }: { token: string; onProgress: (share: number) => void },
): Promise<void> {
  const body = new FormData();
  body.set('file', file);
  body.set('hotel_id', String(hotelId));
  await request('functions/v1/upload-hotel-image', { method: 'POST', body, token, onProgress, schema: v.unknown() });
}

/** Personal data of owners: dropped from the cache as soon as no component uses it. */
export const applicationsQuery = (token: string) =>
  queryOptions({
    queryKey: ['applications', token],
    queryFn: ({ signal }) => listApplications(token, signal),
    retry: false,
    gcTime: 0,
  });
