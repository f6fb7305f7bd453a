import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLostChunk } from './lostChunk';

const reload = vi.fn();

/** Each visit of the page evaluates the module anew. */
async function visit(build: string): Promise<boolean> {
  vi.resetModules();
  const { reloadForCurrentBuild } = await import('./lostChunk');
  return reloadForCurrentBuild(build);
}

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { href: window.location.href, reload });
});
afterEach(() => vi.unstubAllGlobals());

describe('a lost chunk', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://isula.test/assets/Dialog-x.js',
    'error loading dynamically imported module: https://isula.test/assets/Dialog-x.js',
    'Importing a module script failed.',
  ])('is recognised in every browser: %s', (message) => expect(isLostChunk(new TypeError(message))).toBe(true));

  it('is no other error', () => expect(isLostChunk(new TypeError('x is not a function'))).toBe(false));

  it('reloads the page once for each build', async () => {
    expect([await visit('one'), await visit('one'), await visit('two'), await visit('two')]).toEqual([true, false, true, false]);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('does not reload offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await visit('one')).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload where the reload could not be remembered', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    expect(await visit('three')).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
