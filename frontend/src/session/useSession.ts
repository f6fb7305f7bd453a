import { useSyncExternalStore } from 'react';
import { AUTH_CHANGE, PROFILE_KEY, readSession, TOKEN_KEY, type Session } from './session';

/** The storage's content that `current` was read from. */
let seen = '';
let current: Session | null = null;

/** Returns the same object until the storage changes, as `useSyncExternalStore` requires. */
function snapshot(): Session | null {
  const stored = fingerprint();
  if (stored !== seen) {
    current = readSession();
    seen = fingerprint();
  }
  return current;
}

function fingerprint(): string {
  return JSON.stringify([localStorage.getItem(TOKEN_KEY), localStorage.getItem(PROFILE_KEY)]);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(AUTH_CHANGE, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(AUTH_CHANGE, onChange);
  };
}

/** The current session, updated by this page and by other tabs. Null for a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, snapshot, () => null);
}
