interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'success' | 'error' | 'info';
}

const DURATION_MS = 5000;

let shown: readonly Toast[] = [];
let nextId = 1;
let paused = false;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

/** Shows a short message over the page for five seconds; screen readers announce it. */
export function toast(text: string, tone: Toast['tone'] = 'info'): void {
  const id = nextId++;
  show([...shown, { id, text, tone }]);
  if (!paused) startTimer(id);
}

function startTimer(id: number): void {
  timers.set(id, setTimeout(() => dismissToast(id), DURATION_MS));
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  show(shown.filter((entry) => entry.id !== id));
  if (shown.length === 0) paused = false;
}

/** Keeps the toasts while one of them has the pointer or the focus. */
export function pauseToasts(): void {
  paused = true;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
}

/** Gives every toast its five seconds again. */
export function resumeToasts(): void {
  if (!paused) return;
  paused = false;
  for (const { id } of shown) startTimer(id);
}

/** The visible toasts, for `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly Toast[] => shown,
};
