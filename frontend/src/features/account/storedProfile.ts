import { localStore } from '@/browser/storage';
import { AUTH_CHANGE, PROFILE_KEY, TOKEN_KEY } from '@/session/session';

interface Change {
  readonly first_name?: string;
  readonly email?: string;
}

/** Changes the name or the address in the stored session, unless another session has replaced it in the meantime. */
export function changeStoredProfile(token: string, change: Change): void {
  const stored = localStore.get(PROFILE_KEY);
  if (localStore.get(TOKEN_KEY) !== token || !stored) return;
  const profile: unknown = JSON.parse(stored);
  if (typeof profile !== 'object' || profile === null) return;
  localStore.set(PROFILE_KEY, JSON.stringify({ ...profile, ...change }));
  window.dispatchEvent(new Event(AUTH_CHANGE));
}
