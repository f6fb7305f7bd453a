import { localStore } from '@/browser/storage';
import { AUTH_CHANGE, PROFILE_KEY, TOKEN_KEY } from '@/session/session';

/** Greets the person of the stored session by another first name. A session that has changed meanwhile stays as it is. */
export function renameInSession(token: string, firstName: string): void {
  const stored = localStore.get(PROFILE_KEY);
  if (localStore.get(TOKEN_KEY) !== token || !stored) return;
  const profile: unknown = JSON.parse(stored);
  if (typeof profile !== 'object' || profile === null) return;
  localStore.set(PROFILE_KEY, JSON.stringify({ ...profile, first_name: firstName }));
  window.dispatchEvent(new Event(AUTH_CHANGE));
}
