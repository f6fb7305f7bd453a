/** What the page after an application shows of it. It is in the state of the history entry. */
export interface SentApplication {
  readonly propertyName: string;
  readonly email: string;
  /** ISO date-time. */
  readonly sentAt: string;
}

/** The state of the history entry to which an owner is led after the application. */
export function applicationState(application: SentApplication): { readonly application: SentApplication } {
  return { application };
}

/** The application in the state of a history entry, whose type the router does not know. */
export function sentApplication(state: unknown): SentApplication | null {
  if (typeof state !== 'object' || state === null || !('application' in state)) return null;
  const { application } = state;
  return isSentApplication(application) ? application : null;
}

function isSentApplication(value: unknown): value is SentApplication {
  if (typeof value !== 'object' || value === null) return false;
  return ['propertyName', 'email', 'sentAt'].every((name) => typeof Reflect.get(value, name) === 'string');
}
