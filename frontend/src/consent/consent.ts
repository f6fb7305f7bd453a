import { localStore } from '@/browser/storage';

/** Services of other hosts that a page embeds or calls. */
export const SERVICES = ['googleMaps', 'streetMap', 'geocoder'] as const;
export type Service = (typeof SERVICES)[number];

export const CONSENT_KEY = 'third_party_consent';
/** Event on `window`: a choice has changed in this tab. */
const CONSENT_CHANGE = 'consentChange';

type Choices = Partial<Record<Service, boolean>>;

/** The person's choice for a service; undefined before they have chosen. */
export function consentTo(service: Service): boolean | undefined {
  return readChoices()[service];
}

/** Remembers a choice. A withdrawal takes effect at once, in the other tabs too. */
export function setConsent(service: Service, granted: boolean): void {
  localStore.set(CONSENT_KEY, JSON.stringify({ ...readChoices(), [service]: granted }));
  window.dispatchEvent(new Event(CONSENT_CHANGE));
}

export function subscribeToConsent(onChange: () => void): () => void {
  window.addEventListener(CONSENT_CHANGE, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CONSENT_CHANGE, onChange);
    window.removeEventListener('storage', onChange);
  };
}

function readChoices(): Choices {
  const stored = parse(localStore.get(CONSENT_KEY));
  return Object.fromEntries(SERVICES.flatMap((service) => (typeof stored[service] === 'boolean' ? [[service, stored[service]]] : [])));
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
