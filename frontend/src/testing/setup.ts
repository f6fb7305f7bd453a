import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import i18next, { startI18n } from '@/i18n';
import { backend } from './backend';

// jsdom lays nothing out: a wide screen that never changes, and nothing to scroll.
window.matchMedia = (query): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: query.includes('min-width'),
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
  });
window.ResizeObserver = class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};

// A page's chunks and texts take their time on a busy machine.
configure({ asyncUtilTimeout: 5000 });

beforeAll(async () => {
  backend.listen({ onUnhandledFrame: 'error' });
  await startI18n();
  await i18next.loadNamespaces(['auth', 'search']);
});
beforeEach(async () => {
  localStorage.clear();
  await i18next.changeLanguage('fr');
});
afterEach(() => {
  cleanup();
  backend.resetHandlers();
});
afterAll(() => backend.close());

// jsdom lays nothing out: everything is in view.
window.IntersectionObserver = class implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  constructor(private readonly tell: IntersectionObserverCallback) {}
  observe(target: Element) {
    const box = target.getBoundingClientRect();
    this.tell([{ target, isIntersecting: true, intersectionRatio: 1, time: 0, boundingClientRect: box, intersectionRect: box, rootBounds: null }], this);
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
