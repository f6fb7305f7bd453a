const REST_MS = 4000;
const EVENTS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin', 'change'] as const;

let first: Promise<void> | undefined;

/**
 * Resolves on the first scroll, pointer, key or focus event of the page, or four seconds after the first call. At once
 * outside a browser.
 */
export function firstInteraction(): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve();
  return (first ??= new Promise((resolve) => {
    const controller = new AbortController();
    const timer = setTimeout(done, REST_MS);
    for (const event of EVENTS) window.addEventListener(event, done, { passive: true, capture: true, signal: controller.signal });
    function done(): void {
      clearTimeout(timer);
      controller.abort();
      resolve();
    }
  }));
}
