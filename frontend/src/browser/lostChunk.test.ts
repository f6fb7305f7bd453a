import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isLostChunk } from './lostChunk';

const reload = vi.fn();
const URL_OF_CHUNK = 'https://isula.test/assets/Dialog-x.js';

/** Each visit of the page evaluates the module anew. */
async function visit(build: string, message = 'Importing a module script failed.'): Promise<boolean> {
  vi.resetModules();
  const { reloadForLostChunk } = await import('./lostChunk');
  return reloadForLostChunk(new TypeError(message), build);
}

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { href: window.location.href, reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a lost chunk', () => {
  it.each([
    `Failed to fetch dynamically imported module: ${URL_OF_CHUNK}`,
    `error loading dynamically imported module: ${URL_OF_CHUNK}`,
    'Importing a module script failed.',
  ])('is recognised in every browser: %s', (message) => expect(isLostChunk(new TypeError(message))).toBe(true));

  it('is no other error', async () => {
    expect(isLostChunk(new TypeError('x is not a function'))).toBe(false);
    expect(await visit('one', 'x is not a function')).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page once for each build', async () => {
    expect([await visit('one'), await visit('one'), await visit('two'), await visit('two')]).toEqual([true, false, true, false]);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('reloads the page at once if the server does not have the chunk', async () => {
    const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 404 })));
    vi.stubGlobal('fetch', fetched);
    expect(await visit('one', `error loading dynamically imported module: ${URL_OF_CHUNK}`)).toBe(true);
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(fetched).toHaveBeenCalledWith(URL_OF_CHUNK, expect.objectContaining({ cache: 'no-store' }));
  });

  it.each([
    ['the server still has', () => Promise.resolve(new Response())],
    ['cannot be asked for', () => Promise.reject(new TypeError('NetworkError'))],
  ])('gives a page that is being left five seconds if it is a chunk that %s', async (_, answer) => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', answer);
    expect(await visit('one', `error loading dynamically imported module: ${URL_OF_CHUNK}`)).toBe(true);
    await vi.advanceTimersByTimeAsync(4999);
    expect(reload).not.toHaveBeenCalled();
    // The next page may still use its reload.
    expect(sessionStorage).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(await visit('one')).toBe(false);
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
