import { afterPaint } from './afterPaint';

/**
 * Lazy layout: `data-lazy-layout` at the document's root gives parts of a prerendered page `content-visibility: auto`.
 * The browser lays such a part out when it comes near the viewport. Until then its height is an estimate, and so are all
 * positions below it.
 */

/** Lays parts out one after the other, one per frame. Then the scroll position that the browser saves is exact. */
export function layOutInSteps([next, ...rest]: readonly HTMLElement[]): void {
  if (!next) {
    layOutAll();
    return;
  }
  afterPaint(() => {
    next.style.contentVisibility = 'visible';
    layOutInSteps(rest);
  });
}

/** Scrolls smoothly to an element. The browser computes its position when the scroll starts, so this lays out all parts first. */
export function scrollSmoothly(element: Element | null | undefined): void {
  layOutAll();
  element?.scrollIntoView({ behavior: 'smooth' });
}

function layOutAll(): void {
  delete document.documentElement.dataset['lazyLayout'];
}
