const REST_MS = 4000;
const EVENTS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin', 'change'] as const;

let first: Promise<void> | undefined;

/**
 * Resolves on the first scroll, pointer, key or focus event of the page, or four seconds after the first call. At once
 * outside a browser, and if the address has a fragment: that asks for a place on the page, which can be a part that is
 * hidden until it is hydrated.
 */
export function firstInteraction(): Promise<void> {
  if (typeof window === 'undefined' || window.location.hash) return Promise.resolve();
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
