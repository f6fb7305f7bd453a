import * as v from 'valibot';
import { localStore } from '@/browser/storage';

/** Separate from the visitor's session: an administrator who books a stay uses a personal account. */
export const ADMIN_SESSION_KEY = 'admin_session';
/** Fired on `window` when this page changes the administrator's session. */
const ADMIN_CHANGE = 'adminChange';

const AdminSession = v.object({
  token: v.pipe(v.string(), v.nonEmpty()),
  name: v.string(),
  /** Unix time in seconds. */
  expiresAt: v.nullable(v.number()),
});
export type AdminSession = Readonly<v.InferOutput<typeof AdminSession>>;

let seen: string | null = null;
let current: AdminSession | null = null;

/**
 * Returns the same object until the session changes, as `useSyncExternalStore` requires. Null when logged out or
 * expired.
 */
export function readAdminSession(): AdminSession | null {
  const stored = localStore.get(ADMIN_SESSION_KEY);
  if (stored !== seen) {
    seen = stored;
    current = stored ? parse(stored) : null;
  }
  return current && !isExpired(current) ? current : null;
}

export function startAdminSession(session: AdminSession): void {
  localStore.set(ADMIN_SESSION_KEY, JSON.stringify(session));
  window.dispatchEvent(new Event(ADMIN_CHANGE));
}

export function endAdminSession(): void {
  localStore.remove(ADMIN_SESSION_KEY);
  window.dispatchEvent(new Event(ADMIN_CHANGE));
}

export function onAdminSessionChange(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(ADMIN_CHANGE, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(ADMIN_CHANGE, listener);
  };
}

function parse(stored: string): AdminSession | null {
  try {
    return v.parse(AdminSession, JSON.parse(stored));
  } catch {
    return null;
  }
}

function isExpired({ expiresAt }: AdminSession): boolean {
  return expiresAt !== null && expiresAt * 1000 <= Date.now();
}
