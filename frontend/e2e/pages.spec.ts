import type { APIRequestContext, Page } from '@playwright/test';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, pathInLanguage, type Language } from '../src/i18n/language.ts';
import { ADDRESSES } from './addresses';
import { collect, failedRequests, HEIGHT, missing, WIDTHS } from './assets';
import { expectNoViolation } from './axe';
import { brokenWords } from './brokenWords';
import { followRequests } from './callTable';
import { expectScriptsWithin } from './scriptBudget';
import { chooseLanguage, expect, layOutAll, test, toTheEnd } from './site';
import { walkByTab } from './tabWalk';
import { untranslatedTexts } from './untranslatedTexts';

/** What holds for every page. Each page is loaded once, because loading takes longer than most of the checks. */

/** The budget of a first load, in bytes on the wire. */
const FIRST_LOAD = { home: 150 * 1024, anyOther: 190 * 1024 };
/** A call that a page must make besides call 3, so that the test does not pass on an empty page. */
const READS: Readonly<Record<string, number>> = { search: 6, 'hotel-detail': 9, 'chambres-hotes': 16 };

const DESKTOP = 1440;
const PHONE = 390;
const NARROWEST = 320;
const TABLET = 768;

/** French, in which texts are written, and those in which they become widest. */
const ON_EVERY_PAGE = new Set<Language>(['fr', 'de', 'da', 'ja']);
/** German has the longest words, Japanese other faces and line breaks. */
const AUDITED = new Set<Language>(['de', 'ja']);
const OTHERS = LANGUAGE_CODES.filter((language) => !ON_EVERY_PAGE.has(language));
/** The pages with the most texts and parts of their own. */
const IN_ALL_LANGUAGES = new Set(['home', 'search', 'hotel-detail', 'car-rental-results', 'partners', 'booking-confirmation']);

/** Each page hydrates in one of these, so that each language has several pages. */
const IN_OTHER_LANGUAGE = LANGUAGE_CODES.filter((language) => language !== DEFAULT_LANGUAGE);
const isPrerendered = (name: string) => name !== 'not-found' && !name.startsWith('booking-');

const soft = expect.configure({ soft: true });

for (const [index, { name, path }] of ADDRESSES.entries()) {
  const budget = name === 'home' ? FIRST_LOAD.home : FIRST_LOAD.anyOther;
  // Each page in five languages, so that each language has several pages. `npm run lint` finds texts that a language lacks.
  const other = OTHERS[index % OTHERS.length];
  const languages = LANGUAGE_CODES.filter((one) => IN_ALL_LANGUAGES.has(name) || ON_EVERY_PAGE.has(one) || one === other);

  test(`every page: ${name} loads what it should, works by keyboard, is accessible, and fits in ${languages.join(', ')}`, async ({ page, context, request, baseURL }) => {
    test.slow();
    const asked = followRequests(context, baseURL);
    const failed = failedRequests(page, baseURL, path);
    await page.setViewportSize({ width: DESKTOP, height: HEIGHT });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');

    await test.step(`its first load needs at most ${budget / 1024} KB of script`, () => expectScriptsWithin(page, budget));
    await toTheEnd(page);
    await test.step('§7.18 its calls are in the table', () =>
      soft.poll(() => [...asked.numbers]).toEqual(expect.arrayContaining([3, READS[name] ?? 3])));
    await test.step('what it names exists, at every width', () => expectNothingMissing(page, request, baseURL));

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await test.step('§2.1 it has its heading, landmarks and title', () => expectStructure(page));
    await test.step('§2.1 the tab key reaches every interactive element, visibly, and leaves the page', () => expectReachableByTab(page));
    await layOutAll(page);
    await test.step('§2.1 no axe violation in French', async () => {
      for (const width of [DESKTOP, PHONE]) {
        await page.setViewportSize({ width, height: HEIGHT });
        await expectNoViolation(page);
      }
    });
    for (const language of languages) {
      await test.step(`§1.1 in ${language}: no key, no untranslated French, no axe violation, and it fits`, () => expectLanguage(page, language));
    }
    const prerendered = IN_OTHER_LANGUAGE[index % IN_OTHER_LANGUAGE.length];
    if (prerendered && isPrerendered(name)) {
      await test.step(`§9 prerendering: it hydrates in place in ${prerendered}, below the first screen too`, () => expectHydrated(page, path, prerendered));
    }
    soft(asked.strangers, 'calls that are not in the table').toEqual([]);
    soft(failed, 'requests that failed').toEqual([]);
  });
}

async function expectNothingMissing(page: Page, request: APIRequestContext, baseURL = ''): Promise<void> {
  const named = new Set<string>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await collect(page, named);
  }
  soft(await missing(request, named, baseURL), 'addresses in the document that do not exist').toEqual([]);
  await page.setViewportSize({ width: DESKTOP, height: HEIGHT });
}

async function expectStructure(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(landmark)).toHaveCount(1);
  await expect(page).toHaveTitle(/.+ · Isula$/);
}

async function expectReachableByTab(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  const { stops, hidden, missed } = await walkByTab(page);
  soft(hidden, 'focused where nobody sees it').toEqual([]);
  soft(missed, 'never focused').toEqual([]);
  soft(stops).toBeGreaterThan(5);
}

async function expectLanguage(page: Page, language: Language): Promise<void> {
  await chooseLanguage(page, language);
  await soft.poll(() => untranslatedTexts(page, language), { timeout: 3000 }).toEqual([]);
  await page.setViewportSize({ width: PHONE, height: HEIGHT });
  if (AUDITED.has(language)) await expectNoViolation(page);
  soft(await brokenWords(page), `words that are broken at ${PHONE} px`).toEqual([]);
  for (const width of language === 'fr' ? [DESKTOP, TABLET, PHONE, NARROWEST] : [TABLET, PHONE, NARROWEST]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await soft.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
  }
}

/** Loads the page's document in a language. The footer that it has must stay. */
async function expectHydrated(page: Page, path: string, language: Language): Promise<void> {
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => Object.assign(window, { prerendered: document.querySelector('footer') })));
  await page.setViewportSize({ width: DESKTOP, height: HEIGHT });
  await page.goto(pathInLanguage(path, language));
  await page.mouse.wheel(0, 1000);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  expect(await page.evaluate(() => 'prerendered' in window && window.prerendered === document.querySelector('footer'))).toBe(true);
}
