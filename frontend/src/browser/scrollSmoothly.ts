/**
 * Scrolls smoothly to an element. The browser computes its position when the scroll starts. The heights of parts that are
 * not laid out yet are estimates, so this lays them out first.
 */
export function scrollSmoothly(element: Element | null | undefined): void {
  document.documentElement.dataset['laidOut'] = '';
  element?.scrollIntoView({ behavior: 'smooth' });
}
