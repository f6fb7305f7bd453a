import * as v from 'valibot';
import type { LoginResponse } from '@/api/auth';
import { onRejectedToken } from '@/api/rejectedToken';
import { localStore, sessionStore } from '@/browser/storage';

/** Keys of the session in `localStorage`, which the specification defines. */
export const TOKEN_KEY = 'auth_token';
export const PROFILE_KEY = 'user_profile';
/** The time at which a login started to write both keys; removed when they are written. */
export const WRITING_KEY = 'auth_writing';
/** In `sessionStorage`: the session has expired and the person has not yet reacted. */
const EXPIRED_KEY = 'session_expired';
/** A tab that was closed while it wrote leaves `WRITING_KEY` behind. */
const WRITING_MS = 5000;
/** Event on `window`, fired whenever this page starts or ends a session. */
export const AUTH_CHANGE = 'authChange';

/** The signed-in user. `firstName` may be empty. */
export interface Profile {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
}

export interface Session {
  readonly token: string;
  readonly profile: Profile;
}

const StoredProfile = v.pipe(
  v.object({
    id: v.optional(v.union([v.string(), v.number()]), ''),
    email: v.pipe(v.string(), v.nonEmpty()),
    first_name: v.nullish(v.string()),
    firstName: v.nullish(v.string()),
    /** By the clock of this browser, in milliseconds. */
    expires_at: v.nullish(v.number()),
  }),
  v.transform((stored) => ({
    profile: { id: String(stored.id), email: stored.email, firstName: stored.first_name || stored.firstName || '' },
    expiresAt: stored.expires_at ?? Infinity,
  })),
);

/**
 * The stored session: a token and a profile with an e-mail. If either is missing or unreadable, both are removed and
 * the result is null; unless another tab is writing them at this moment. An expired session ends.
 */
export function readSession(): Session | null {
  const { session, hasExpired: expired } = peekSession();
  if (session) return session;
  if (expired) sessionStore.set(EXPIRED_KEY, 'true');
  if (!isBeingWritten()) clearStorage();
  return null;
}

/** The stored session, without removing anything. */
export function peekSession(): { readonly session: Session | null; readonly hasExpired: boolean } {
  const token = localStore.get(TOKEN_KEY);
  const stored = localStore.get(PROFILE_KEY);
  const read = token && stored ? parseProfile(stored) : null;
  if (!token || !read) return { session: null, hasExpired: false };
  if (read.expiresAt <= Date.now()) return { session: null, hasExpired: true };
  return { session: { token, profile: read.profile }, hasExpired: false };
}

/** Stores the token and the profile of a login and fires `AUTH_CHANGE`. */
export function startSession({ session, user, profile }: LoginResponse): void {
  const now = Date.now();
  const firstName = profile?.first_name || profile?.firstName || user.user_metadata?.firstName || '';
  const lifetime = session.expires_in;
  localStore.set(WRITING_KEY, String(now));
  localStore.set(TOKEN_KEY, session.access_token);
  localStore.set(
    PROFILE_KEY,
    JSON.stringify({ id: user.id, email: user.email, first_name: firstName, ...(lifetime && { expires_at: now + lifetime * 1000 }) }),
  );
  localStore.remove(WRITING_KEY);
  sessionStore.remove(EXPIRED_KEY);
  window.dispatchEvent(new Event(AUTH_CHANGE));
}

/** Removes the session and fires `AUTH_CHANGE`. */
export function endSession(): void {
  clearStorage();
  window.dispatchEvent(new Event(AUTH_CHANGE));
}

/** Whether the session of this tab has expired, and the person has neither signed in again nor dismissed the notice. */
export function hasExpired(): boolean {
  return sessionStore.get(EXPIRED_KEY) !== null;
}

export function dismissExpiry(): void {
  sessionStore.remove(EXPIRED_KEY);
  window.dispatchEvent(new Event(AUTH_CHANGE));
}

// Another token, for example an administrator's or one that a new login has replaced, does not end the session.
onRejectedToken((token) => {
  if (localStore.get(TOKEN_KEY) !== token) return;
  sessionStore.set(EXPIRED_KEY, 'true');
  endSession();
});

function parseProfile(stored: string): v.InferOutput<typeof StoredProfile> | null {
  try {
    return v.parse(StoredProfile, JSON.parse(stored));
  } catch {
    return null;
  }
}

function isBeingWritten(): boolean {
  const since = localStore.get(WRITING_KEY);
  return since !== null && Math.abs(Date.now() - Number(since)) < WRITING_MS;
}

function clearStorage(): void {
  localStore.remove(TOKEN_KEY);
  localStore.remove(PROFILE_KEY);
}
