import { useSyncExternalStore } from 'react';
import { localStore } from '@/browser/storage';
import { AUTH_CHANGE, hasExpired, peekSession, PROFILE_KEY, readSession, TOKEN_KEY, type Session } from './session';

/** The storage's content that `current` was read from. */
let seen = '';
let current: Session | null = null;

/** Returns the same object until the storage changes, as `useSyncExternalStore` requires. */
function snapshot(): Session | null {
  const stored = fingerprint();
  if (stored !== seen) {
    // After the first time, a change may be half of another tab's login: `subscribe` removes what stays incomplete.
    const peeked = peekSession();
    current = seen && !peeked.hasExpired ? peeked.session : readSession();
    seen = fingerprint();
  }
  return current;
}

function fingerprint(): string {
  return JSON.stringify([localStore.get(TOKEN_KEY), localStore.get(PROFILE_KEY)]);
}

/** The time that another tab has to complete a login. */
const WRITING_MS = 1000;

function subscribe(onChange: () => void): () => void {
  // A tab that was left open finds out that its session has expired when the person comes back to it.
  const reread = () => {
    readSession();
    onChange();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onStorage = () => {
    onChange();
    clearTimeout(timer);
    timer = setTimeout(reread, WRITING_MS);
  };
  document.addEventListener('visibilitychange', reread);
  window.addEventListener('storage', onStorage);
  window.addEventListener(AUTH_CHANGE, onChange);
  return () => {
    document.removeEventListener('visibilitychange', reread);
    clearTimeout(timer);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener(AUTH_CHANGE, onChange);
  };
}

/** The current session, updated by this page and by other tabs. Null for a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, snapshot, () => null);
}

/** Whether the session has expired, until the person signs in again or dismisses the notice. */
export function useSessionExpired(): boolean {
  // The session is read first, because an expired one is found out by reading it.
  const session = useSession();
  return useSyncExternalStore(subscribe, hasExpired, () => false) && session === null;
}
