/** What the site keeps in a history entry: Back, Forward and a reload find it again. */
export interface EntryState {
  /** Identifies the entry of a typed address, for which the router has no key. */
  readonly visit?: string;
  /** The open overlay. */
  readonly overlay?: string;
  /** The key of the entry from which the overlay was opened. */
  readonly beneath?: string;
  /** How many results are listed, for the search of that query. */
  readonly listed?: { readonly query: string; readonly count: number };
}

function isEntryState(state: unknown): state is EntryState {
  return typeof state === 'object' && state !== null;
}

/** The state of a location, whose type the router does not know. */
export function entryState({ state }: { readonly state: unknown }): EntryState {
  return isEntryState(state) ? state : {};
}
