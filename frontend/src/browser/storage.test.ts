import { afterEach, describe, expect, it, vi } from 'vitest';
import { localStore, sessionStore } from './storage';

const blocked = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

afterEach(() => {
  vi.restoreAllMocks();
  for (const store of [localStore, sessionStore]) store.remove('key');
});

describe.each([
  ['localStorage', localStore],
  ['sessionStorage', sessionStore],
] as const)('%s', (area, store) => {
  it('keeps values in the browser', () => {
    expect(store.persist('key', 'value')).toBe(true);
    expect(window[area].getItem('key')).toBe('value');
    expect(store.get('key')).toBe('value');
    store.remove('key');
    expect(store.get('key')).toBeNull();
  });

  it('keeps values in memory if the browser blocks access to it', () => {
    vi.spyOn(window, area, 'get').mockImplementation(blocked);
    expect(store.get('key')).toBeNull();
    expect(store.persist('key', 'value')).toBe(false);
    expect(store.get('key')).toBe('value');
    store.remove('key');
    expect(store.get('key')).toBeNull();
  });

  it('keeps values in memory if the quota is used up', () => {
    window[area].setItem('key', 'old');
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    store.set('key', 'new');
    expect(store.get('key')).toBe('new');
    full.mockRestore();
    store.set('key', 'newest');
    expect(window[area].getItem('key')).toBe('newest');
    expect(store.get('key')).toBe('newest');
  });
});
