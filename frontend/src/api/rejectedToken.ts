type Listener = (token: string) => void;

const listeners = new Set<Listener>();

/** Calls the listener with every user token that the backend rejects, whatever the call. */
export function onRejectedToken(listener: Listener): void {
  listeners.add(listener);
}

export function reportRejectedToken(token: string): void {
  for (const listener of listeners) listener(token);
}
