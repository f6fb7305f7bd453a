/** The data of a sent application that its confirmation page shows. It is kept in the state of the history entry. */
export interface SentApplication {
  readonly propertyName: string;
  readonly email: string;
  /** ISO date-time. */
  readonly sentAt: string;
}

/** The history state of the confirmation page. */
export function applicationState(application: SentApplication): { readonly application: SentApplication } {
  return { application };
}

/** Reads the application from a history state, which the router types as unknown; null if there is none. */
export function sentApplication(state: unknown): SentApplication | null {
  if (typeof state !== 'object' || state === null || !('application' in state)) return null;
  const { application } = state;
  return isSentApplication(application) ? application : null;
}

function isSentApplication(value: unknown): value is SentApplication {
  if (typeof value !== 'object' || value === null) return false;
  return ['propertyName', 'email', 'sentAt'].every((name) => typeof Reflect.get(value, name) === 'string');
}
