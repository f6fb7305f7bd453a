import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import i18next, { startI18n } from '@/i18n';
import { backend } from './backend';

// jsdom has no layout. Pretend a wide screen that never changes, and make scrolling a no-op.
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
// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

// Lazy chunks and dictionaries load slowly on a busy machine.
configure({ asyncUtilTimeout: 5000 });

beforeAll(async () => {
  backend.listen({ onUnhandledFrame: 'error' });
  await startI18n('fr');
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

// Without a layout, report every observed element as visible.
window.IntersectionObserver = class implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  constructor(private readonly callback: IntersectionObserverCallback) {}
  observe(target: Element) {
    const box = target.getBoundingClientRect();
    this.callback([{ target, isIntersecting: true, intersectionRatio: 1, time: 0, boundingClientRect: box, intersectionRect: box, rootBounds: null }], this);
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};
