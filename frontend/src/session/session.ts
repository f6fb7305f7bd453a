import * as v from 'valibot';
import type { LoginResponse } from '@/api/auth';

/** Keys of the session in `localStorage`, which the specification defines. */
export const TOKEN_KEY = 'auth_token';
export const PROFILE_KEY = 'user_profile';
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
  }),
  v.transform((stored): Profile => ({
    id: String(stored.id),
    email: stored.email,
    firstName: stored.first_name || stored.firstName || '',
  })),
);

/**
 * The stored session: a token and a profile with an e-mail. If either is missing or unreadable, both are removed and
 * the result is null.
 */
export function readSession(): Session | null {
  const token = localStorage.getItem(TOKEN_KEY);
  const stored = localStorage.getItem(PROFILE_KEY);
  const profile = token && stored ? parseProfile(stored) : null;
  if (token && profile) return { token, profile };
  clearStorage();
  return null;
}

/** Stores the token and the profile of a login and fires `AUTH_CHANGE`. */
export function startSession({ session, user, profile }: LoginResponse): void {
  const firstName = profile?.first_name || profile?.firstName || user.user_metadata?.firstName || '';
  localStorage.setItem(TOKEN_KEY, session.access_token);
  localStorage.setItem(PROFILE_KEY, JSON.stringify({ id: user.id, email: user.email, first_name: firstName }));
  window.dispatchEvent(new Event(AUTH_CHANGE));
}

/** Removes the session and fires `AUTH_CHANGE`. */
export function endSession(): void {
  clearStorage();
  window.dispatchEvent(new Event(AUTH_CHANGE));
}

function parseProfile(stored: string): Profile | null {
  try {
    return v.parse(StoredProfile, JSON.parse(stored));
  } catch {
    return null;
  }
}

function clearStorage(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(PROFILE_KEY);
}
