import { useSyncExternalStore } from 'react';
import { onAdminSessionChange, readAdminSession, type AdminSession } from './adminSession';

/** The administrator's session of this browser, here and in its other tabs. */
export function useAdminSession(): AdminSession | null {
  return useSyncExternalStore(onAdminSessionChange, readAdminSession, () => null);
}
