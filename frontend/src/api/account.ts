import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { request } from './client';
import { User } from './user';

const FUNCTION = 'functions/v1/user-account';

/** The person's contact details, as the profile form edits them. */
export interface ProfileDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
}

const text = v.optional(v.nullable(v.string()), '');
const ProfileRow = v.pipe(
  v.object({
    first_name: text,
    last_name: text,
    phone: text,
    address: text,
    city: text,
    postal_code: text,
    country: text,
  }),
  v.transform(
    (row): ProfileDetails => ({
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      phone: row.phone ?? '',
      address: row.address ?? '',
      city: row.city ?? '',
      postalCode: row.postal_code ?? '',
      country: row.country ?? '',
    }),
  ),
);
const ProfileResponse = v.object({ profile: v.nullable(ProfileRow) });

const DeviceSession = v.pipe(
  v.object({
    id: v.string(),
    created_at: v.nullable(v.string()),
    user_agent: v.nullable(v.string()),
    address: v.nullable(v.string()),
    is_current: v.boolean(),
  }),
  v.transform((row) => ({
    id: row.id,
    createdAt: row.created_at,
    userAgent: row.user_agent ?? '',
    address: row.address ?? '',
    isCurrent: row.is_current,
  })),
);
/** A session of the account. */
export type DeviceSession = v.InferOutput<typeof DeviceSession>;

const Factor = v.object({ id: v.string(), factor_type: v.string(), status: v.string(), created_at: v.string() });

const Account = v.pipe(
  v.object({ ...User.entries, new_email: v.optional(v.string(), ''), factors: v.optional(v.array(Factor), []) }),
  v.transform(({ id, email, new_email: newEmail, factors }) => ({
    id,
    email,
    /** A new address that is not confirmed yet; empty without one. */
    newEmail,
    /** The verified authenticator apps of the account. */
    secondFactors: factors
      .filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
      .map((factor) => ({ id: factor.id, createdAt: factor.created_at })),
  })),
);
export type Account = v.InferOutput<typeof Account>;
export type SecondFactor = Account['secondFactors'][number];

export function readAccount(token: string, signal?: AbortSignal): Promise<Account> {
  return request('auth/v1/user', { token, signal, schema: Account });
}

/** Mails a link to the new address, and to the present one if the server requires both. It leads to `redirectTo`. */
export async function changeEmail(email: string, redirectTo: string, token: string): Promise<void> {
  await request('auth/v1/user', { method: 'PUT', query: { redirect_to: redirectTo }, body: { email }, token, schema: v.unknown() });
}

/** Requests a mail with a link that leads to `redirectTo`. The response does not reveal whether the address has an account. */
export async function requestRecovery(email: string, redirectTo: string): Promise<void> {
  await request('auth/v1/recover', { method: 'POST', query: { redirect_to: redirectTo }, body: { email }, schema: v.unknown() });
}

/** Sets a new password, which ends all other sessions. `current` is for a server that requires the current password. */
export function changePassword(password: string, token: string, current?: string): Promise<v.InferOutput<typeof User>> {
  const body = { password, ...(current !== undefined && { current_password: current }) };
  return request('auth/v1/user', { method: 'PUT', body, token, schema: User });
}

/** Ends the session of the token, or all other sessions of its account. */
export async function signOut(token: string, scope: 'local' | 'others'): Promise<void> {
  await request('auth/v1/logout', { method: 'POST', query: { scope }, token, schema: v.unknown() });
}

/** Ends the session of the token. If the server does not answer, the session ends when its token expires. */
export async function endOnServer(token: string): Promise<void> {
  try {
    await signOut(token, 'local');
  } catch (error) {
    console.warn('A session was not ended on the server', error);
  }
}

/** The person's contact details; null for an account without any. */
export async function readProfile(token: string, signal?: AbortSignal): Promise<ProfileDetails | null> {
  const { profile } = await request(`${FUNCTION}/profile`, { token, signal, schema: ProfileResponse });
  return profile;
}

export async function saveProfile(details: ProfileDetails, token: string): Promise<ProfileDetails | null> {
  const { profile } = await request(`${FUNCTION}/profile`, { method: 'PUT', body: { ...details }, token, schema: ProfileResponse });
  return profile;
}

async function listSessions(token: string, signal?: AbortSignal): Promise<DeviceSession[]> {
  const { sessions } = await request(`${FUNCTION}/sessions`, { token, signal, schema: v.object({ sessions: v.array(DeviceSession) }) });
  return sessions;
}

/** Ends a session of the person's account. */
export async function endDeviceSession(id: string, token: string): Promise<void> {
  await request(`${FUNCTION}/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', token, schema: v.unknown() });
}

/** All personal data of the account. */
export function exportData(token: string): Promise<Record<string, unknown>> {
  return request(`${FUNCTION}/export`, { token, schema: v.record(v.string(), v.unknown()) });
}

/** Deletes the account with everything that belongs to it. */
export async function deleteAccount(password: string, token: string): Promise<void> {
  await request(`${FUNCTION}/deletion`, { method: 'POST', body: { password }, token, schema: v.unknown() });
}

/** Cached by token, as are the queries below, because another login may be another account. */
export const accountQuery = (token: string) =>
  queryOptions({ queryKey: ['account', token], queryFn: ({ signal }) => readAccount(token, signal) });

export const profileQuery = (token: string) =>
  queryOptions({ queryKey: ['profile', token], queryFn: ({ signal }) => readProfile(token, signal) });

export const sessionsQuery = (token: string) =>
  queryOptions({ queryKey: ['sessions', token], queryFn: ({ signal }) => listSessions(token, signal) });
