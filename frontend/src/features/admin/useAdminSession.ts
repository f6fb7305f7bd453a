import { useSyncExternalStore } from 'react';
import { onAdminSessionChange, readAdminSession, type AdminSession } from './adminSession';

/** The administrator's session, which all tabs of the browser share. */
export function useAdminSession(): AdminSession | null {
  return useSyncExternalStore(onAdminSessionChange, readAdminSession, () => null);
}
