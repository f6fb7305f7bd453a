export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'success' | 'error' | 'info';
}

const DURATION_MS = 5000;

let shown: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

/** Shows a short message over the page for five seconds; screen readers announce it. */
export function toast(text: string, tone: Toast['tone'] = 'info'): void {
  const id = nextId++;
  show([...shown, { id, text, tone }]);
  setTimeout(() => dismissToast(id), DURATION_MS);
}

export function dismissToast(id: number): void {
  show(shown.filter((entry) => entry.id !== id));
}

/** The visible toasts, for `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly Toast[] => shown,
};
