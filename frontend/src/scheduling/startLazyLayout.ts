/**
 * Starts lazy layout (`lazyLayout.ts`), except after a reload and for Back and Forward: there the browser restores a
 * scroll position, which is wrong as long as heights are estimates. Every document runs this function as an inline script
 * (`build/lazyLayout.ts`), before the first layout. It must therefore use nothing outside of itself.
 */
export function startLazyLayout(): void {
  const [entry] = performance.getEntriesByType('navigation');
  const restores = entry instanceof PerformanceNavigationTiming && ['reload', 'back_forward'].includes(entry.type);
  if (!restores) document.documentElement.dataset['lazyLayout'] = '';
}
