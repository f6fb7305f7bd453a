import type { Page } from '@playwright/test';
import { ADDRESSES } from './addresses';
import { expectNoViolation } from './axe';
import { chooseLanguage, expect, layOutAll, test } from './site';

const WIDTHS = [320, 390, 768, 1440];
const AUDITED = new Set([390, 1440]);
const PHONE = 390;
/** German has the longest words, Japanese other faces and line breaks. */
const TRANSLATIONS = ['de', 'ja'];

for (const { name, path } of ADDRESSES) {
  test(`§2.1 every page: ${name} is there, fits its screen, has its landmarks, and no axe violation, in German and Japanese too`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expectStructure(page);
    await layOutAll(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `width at ${width} px`).toBeLessThanOrEqual(width);
      if (AUDITED.has(width)) await test.step(`axe at ${width} px`, () => expectNoViolation(page));
    }
    await page.setViewportSize({ width: PHONE, height: 900 });
    for (const language of TRANSLATIONS) {
      await chooseLanguage(page, language);
      await test.step(`axe in ${language}`, () => expectNoViolation(page));
    }
  });
}

test('every page: the dialogs have no axe violation', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/hotel-detail?id=3');
  for (const opener of ["S'inscrire", 'Se connecter', 'Écrire un avis', 'Voir les tarifs', /^Voir les \d+ illustrations/]) {
    await page.getByRole('button', { name: opener }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await test.step(`axe with '${opener}'`, () => expectNoViolation(page));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

async function expectStructure(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) await expect(page.getByRole(landmark)).toHaveCount(1);
  await expect(page).toHaveTitle(/.+ · Isula$/);
}
