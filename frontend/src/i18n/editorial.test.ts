import { createInstance } from 'i18next';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backend } from '@/testing/backend';

/** What the backend is asked for, and what it answers. */
function serving(answer: () => Response): { asked: string[] } {
  const asked: string[] = [];
  backend.use(
    http.get('*/functions/v1/translations', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('language') ?? '');
      return answer();
    }),
  );
  return { asked };
}

/** A fresh module each time: what it has fetched belongs to the page. */
async function page() {
  vi.resetModules();
  const { followEditors, edited, EDITED } = await import('./editorial');
  const texts = createInstance();
  await texts.init({ lng: 'fr', fallbackLng: 'fr', resources: { fr: { home: { hero: { title: 'La Corse', text: 'Bienvenue' } } } } });
  return { texts, followEditors, edited, EDITED };
}

describe('§7.3 call 3: the texts of editors', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.doUnmock('@/api/translations');
  });

  it('lie over the bundled ones when they come', async () => {
    serving(() => HttpResponse.json({ home: { hero: { title: "L'île" } } }));
    const { texts, followEditors, EDITED } = await page();
    const redraw = vi.fn();
    texts.on(EDITED, redraw);
    followEditors(texts);
    await vi.waitFor(() => expect(redraw).toHaveBeenCalledOnce());
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe("L'île");
    expect(texts.getResource('fr', 'home', 'hero.text')).toBe('Bienvenue');
  });

  it('reach a namespace that loads after them', async () => {
    const { asked } = serving(() => HttpResponse.json({ search: { title: 'Trouver' } }));
    const { texts, followEditors, edited } = await page();
    followEditors(texts);
    await vi.waitFor(() => expect(asked).toEqual(['fr']));
    await vi.waitFor(() => expect(edited('fr', 'search', { title: 'Chercher', end: 'Fin' })).toEqual({ title: 'Trouver', end: 'Fin' }));
  });

  it('do not draw the page anew when they are the bundled ones', async () => {
    serving(() => HttpResponse.json({ home: { hero: { title: 'La Corse', text: 'Bienvenue' } }, late: { text: 'là' } }));
    const { texts, followEditors, edited, EDITED } = await page();
    const redraw = vi.fn();
    texts.on(EDITED, redraw);
    followEditors(texts);
    await vi.waitFor(() => expect(edited('fr', 'late', {})).toEqual({ text: 'là' }));
    expect(redraw).not.toHaveBeenCalled();
  });

  it('never put a text in the place of a group of texts', async () => {
    serving(() => HttpResponse.json({ home: { hero: 'rien', footer: 'Fin' } }));
    const { texts, followEditors } = await page();
    followEditors(texts);
    await vi.waitFor(() => expect(texts.getResource('fr', 'home', 'footer')).toBe('Fin'));
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe('La Corse');
  });

  it('§7.24: where they are empty, the bundled ones stay', async () => {
    serving(() => HttpResponse.json({ home: {}, late: { text: 'là' } }));
    const { texts, followEditors, edited } = await page();
    followEditors(texts);
    await vi.waitFor(() => expect(edited('fr', 'late', {})).toEqual({ text: 'là' }));
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe('La Corse');
  });

  it('§9.8: a lost backend is asked again five times, after 350 ms, then twice as long each time', async () => {
    const fetchTranslations = vi.fn(() => Promise.reject(new Error('offline')));
    vi.doMock('@/api/translations', () => ({ fetchTranslations }));
    const { texts, followEditors } = await page();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    followEditors(texts);
    for (const [retries, wait] of [350, 700, 1400, 2800, 5600].entries()) {
      // One wait after the other.
      // oxlint-disable-next-line no-await-in-loop
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

  it('§8.2, §7.24: a refusal is logged and not asked for again, and the bundled texts stay', async () => {
    serving(() => HttpResponse.json({ error: 'non' }, { status: 404 }));
    const { texts, followEditors } = await page();
    followEditors(texts);
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
    expect(texts.getResource('fr', 'home', 'hero.title')).toBe('La Corse');
  });
});
