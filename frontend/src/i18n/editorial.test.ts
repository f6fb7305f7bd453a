import { createInstance } from 'i18next';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backend } from '@/testing/backend';

/** Mocks the endpoint and records the requested languages. */
function serving(answer: () => Response): { requested: string[] } {
  const requested: string[] = [];
  backend.use(
    http.get('*/functions/v1/translations', ({ request }) => {
      requested.push(new URL(request.url).searchParams.get('language') ?? '');
      return answer();
    }),
  );
  return { requested };
}

/** Imports the module anew, because it keeps the fetched texts of a page. */
async function page() {
  vi.resetModules();
  const editorial = await import('./editorial');
  const texts = createInstance();
  await texts.init({ lng: 'fr', fallbackLng: 'fr', resources: { fr: { home: { hero: { title: 'La Corse', text: 'Bienvenue' } } } } });
  return { texts, ...editorial };
}

describe('§7.3 call 3: editorial texts', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.doUnmock('@/api/translations');
  });

  it('replace the bundled texts once they are fetched', async () => {
    serving(() => HttpResponse.json({ home: { hero: { title: "L'île" } } }));
    const { texts, loadEditorialTexts, EDITORIAL_CHANGE } = await page();
    const redraw = vi.fn();
    texts.on(EDITORIAL_CHANGE, redraw);
    loadEditorialTexts(texts);
    await vi.waitFor(() => expect(redraw).toHaveBeenCalledOnce());
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe("L'île");
    expect(texts.getResource('fr', 'home', 'hero.text')).toBe('Bienvenue');
  });

  it('are merged into a namespace that loads later', async () => {
    const { requested } = serving(() => HttpResponse.json({ search: { title: 'Trouver' } }));
    const { texts, loadEditorialTexts, withEditorialTexts } = await page();
    loadEditorialTexts(texts);
    await vi.waitFor(() => expect(requested).toEqual(['fr']));
    await vi.waitFor(() => expect(withEditorialTexts('fr', 'search', { title: 'Chercher', end: 'Fin' })).toEqual({ title: 'Trouver', end: 'Fin' }));
  });

  it('tell that a part of the page that hydrates later may differ from its document', async () => {
    serving(() => HttpResponse.json({ search: { title: 'Trouver' } }));
    const { texts, loadEditorialTexts, withEditorialTexts, haveEditorsChangedTexts } = await page();
    loadEditorialTexts(texts);
    expect(haveEditorsChangedTexts()).toBe(false);
    await vi.waitFor(() => expect(withEditorialTexts('fr', 'search', { title: 'Chercher' })).toEqual({ title: 'Trouver' }));
    expect(haveEditorsChangedTexts()).toBe(true);
  });

  it('fire no change event if they equal the bundled texts', async () => {
    serving(() => HttpResponse.json({ home: { hero: { title: 'La Corse', text: 'Bienvenue' } }, late: { text: 'là' } }));
    const { texts, loadEditorialTexts, withEditorialTexts, EDITORIAL_CHANGE } = await page();
    const redraw = vi.fn();
    texts.on(EDITORIAL_CHANGE, redraw);
    loadEditorialTexts(texts);
    await vi.waitFor(() => expect(withEditorialTexts('fr', 'late', {})).toEqual({ text: 'là' }));
    expect(redraw).not.toHaveBeenCalled();
  });

  it('never replace a group of texts by a text', async () => {
    serving(() => HttpResponse.json({ home: { hero: 'rien', footer: 'Fin' } }));
    const { texts, loadEditorialTexts } = await page();
    loadEditorialTexts(texts);
    await vi.waitFor(() => expect(texts.getResource('fr', 'home', 'footer')).toBe('Fin'));
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe('La Corse');
  });

  it('§7.24: keep the bundled texts of an empty namespace', async () => {
    serving(() => HttpResponse.json({ home: {}, late: { text: 'là' } }));
    const { texts, loadEditorialTexts, withEditorialTexts } = await page();
    loadEditorialTexts(texts);
    await vi.waitFor(() => expect(withEditorialTexts('fr', 'late', {})).toEqual({ text: 'là' }));
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe('La Corse');
  });

  it('§9.8: are retried five times after network errors, after 350 ms and then with exponential backoff', async () => {
    const fetchTranslations = vi.fn(() => Promise.reject(new Error('offline')));
    vi.doMock('@/api/translations', () => ({ fetchTranslations }));
    const { texts, loadEditorialTexts } = await page();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    loadEditorialTexts(texts);
    for (const [retries, wait] of [350, 700, 1400, 2800, 5600].entries()) {
      // oxlint-disable-next-line no-await-in-loop -- the clock advances step by step
      await vi.advanceTimersByTimeAsync(wait - 1);
      expect(fetchTranslations).toHaveBeenCalledTimes(retries + 1);
      // oxlint-disable-next-line no-await-in-loop
      await vi.advanceTimersByTimeAsync(1);
      expect(fetchTranslations).toHaveBeenCalledTimes(retries + 2);
    }
    expect(console.warn).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetchTranslations).toHaveBeenCalledTimes(6);
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe('La Corse');
  });

  it('§8.2, §7.24: are not retried after a 4xx response, which is logged; the bundled texts stay', async () => {
    serving(() => HttpResponse.json({ error: 'non' }, { status: 404 }));
    const { texts, loadEditorialTexts } = await page();
    loadEditorialTexts(texts);
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe('La Corse');
  });
});
