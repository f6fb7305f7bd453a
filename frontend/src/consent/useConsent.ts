import { useSyncExternalStore } from 'react';
import { consentTo, subscribeToConsent, type Service } from './consent';

/** The person's choice for a service; undefined before they have chosen, and in prerendered HTML. */
export function useConsent(service: Service): boolean | undefined {
  return useSyncExternalStore(subscribeToConsent, () => consentTo(service), () => undefined);
}
