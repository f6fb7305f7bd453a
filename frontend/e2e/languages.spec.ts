import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, test } from './site';

/** `pages.spec.ts` checks the texts of every page. */

const SCRIPTS = ['ja', 'ko', 'zh'];

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
