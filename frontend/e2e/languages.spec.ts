import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { LANGUAGE_CODES } from '../src/i18n/language.ts';
import { ADDRESSES } from './addresses';
import { failedRequests } from './assets';
import { pageTexts } from './pageTexts';
import { chooseLanguage, expect, layOutAll, test } from './site';

/** A missing text shows its key: words separated by dots or colons. */
const KEY = /^[a-z][\w-]*(?:[.:][a-z][\w-]*)+$/i;
/** French words that no other language and no name of an establishment contains in this spelling. */
const FRENCH =
  /(?<!\p{L})(?:[Rr]éserver|réservations?|nuits?|hôtels?|[Hh]ébergements?|[Vv]oyageurs?|avis|[Rr]echercher|étoiles?|[Aa]rrivée|[Dd]épart|[Éé]quipements?|Accueil|Aucune?)(?!\p{L})/u;
const HEIGHT = 800;
const NARROWEST = 320;
const PHONE = 390;
/** The languages with the longest words. */
const WORDY = new Set<string>(['de', 'da']);
/** Those in which texts become widest, and French, in which they are written. */
const ON_EVERY_PAGE = new Set<string>(['fr', 'de', 'da', 'ja']);
const OTHERS = LANGUAGE_CODES.filter((language) => !ON_EVERY_PAGE.has(language));
/** The pages with the most texts and parts of their own. */
const IN_ALL_LANGUAGES = new Set(['home', 'search', 'hotel-detail', 'car-rental-results', 'partners', 'booking-confirmation']);
const SCRIPTS = ['ja', 'ko', 'zh'];

const soft = expect.configure({ soft: true });

/** Each page in five languages, so that each language has several pages. `npm run lint` finds texts that a language lacks. */
test.describe('§1.1 every page, and every language', () => {
  test.use({ viewport: { width: NARROWEST, height: HEIGHT } });

  for (const [index, { name, path }] of ADDRESSES.entries()) {
    const other = OTHERS[index % OTHERS.length];
    const languages = LANGUAGE_CODES.filter((language) => IN_ALL_LANGUAGES.has(name) || ON_EVERY_PAGE.has(language) || language === other);
    test(`§1.1 languages: ${name} shows no key and no untranslated French, and fits the narrowest screens (${languages.join(', ')})`, async ({ page, baseURL }) => {
      const failed = failedRequests(page, baseURL, path);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await layOutAll(page);
      for (const language of languages) {
        await chooseLanguage(page, language);
        await soft.poll(() => untranslatedTexts(page, language), { message: language, timeout: 3000 }).toEqual([]);
        for (const width of WORDY.has(language) ? [PHONE, NARROWEST] : [NARROWEST]) {
          await page.setViewportSize({ width, height: HEIGHT });
          soft(await page.evaluate(() => document.documentElement.scrollWidth), `${language} at ${width} px`).toBeLessThanOrEqual(width);
        }
      }
      soft(failed, 'requests that failed').toEqual([]);
    });
  }
});

for (const language of SCRIPTS) {
  test(`§1.1 languages: every character of ${language} has a glyph`, async ({ page }) => {
    await page.goto(`/${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const signs = signsOf(language);
    const missing = await withoutGlyph(page, signs);
    // The page uses the system's fonts.
    test.skip(missing.length > signs.length / 2, `This machine has no face for ${language}`);
    expect(missing).toEqual([]);
  });
}

async function untranslatedTexts(page: Page, language: string): Promise<string[]> {
  const texts = await pageTexts(page);
  const keys = texts.filter(({ text }) => KEY.test(text));
  const french = texts.filter((said) => language !== 'fr' && said.language !== 'fr' && FRENCH.test(said.text));
  return [...keys, ...french].map(({ text }) => text);
}

/** The non-Latin letters and punctuation marks of a language's dictionaries. */
function signsOf(language: string): string[] {
  const folder = fileURLToPath(new URL(`../src/i18n/${language}/`, import.meta.url));
  const texts = readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'));
  return [...new Set(texts.join(''))].filter((sign) => /[\p{L}\p{P}]/u.test(sign) && !/\p{Script=Latin}/u.test(sign));
}

/** The characters without a glyph: those that look like a character that no font has. */
function withoutGlyph(page: Page, signs: string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('Nothing can be drawn here');
    context.font = `16px ${getComputedStyle(document.body).fontFamily}`;
    const drawn = (sign: string) => {
      context.clearRect(0, 0, 32, 32);
      context.fillText(sign, 4, 24);
      return context.getImageData(0, 0, 32, 32).data.join('');
    };
    const none = drawn('\u{10FFFD}');
    return all.filter((sign) => drawn(sign) === none);
  }, signs);
}
