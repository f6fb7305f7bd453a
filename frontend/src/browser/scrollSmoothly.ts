/**
 * Scrolls smoothly to an element. The browser computes the target's position when the scroll starts. Parts of the page
 * that it has not laid out yet have estimated heights, so that they are laid out first.
 */
export function scrollSmoothly(element: Element | null | undefined): void {
  document.documentElement.dataset['laidOut'] = '';
  element?.scrollIntoView({ behavior: 'smooth' });
}
