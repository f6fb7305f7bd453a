import { devices, type Page } from '@playwright/test';
import { expect, resultCards, test } from './site';

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);
const scrollDown = (page: Page, top: number) => page.evaluate((y) => window.scrollTo(0, y), top);

test('§2 navigation: a page opens at its top at once, and Back finds the place', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/villas');
  await scrollDown(page, 1200);
  await expect.poll(() => scrollY(page)).toBe(1200);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Campings' });
  await link.evaluate((element) => element instanceof HTMLElement && element.click());
  await page.getByRole('heading', { level: 1, name: 'Campings en Corse' }).waitFor();
  expect(await scrollY(page)).toBe(0);
  await page.goBack();
  await expect.poll(() => scrollY(page)).toBe(1200);
});

test('§2 navigation: a typed address opens at its top, whatever was scrolled before; a reload keeps the place', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/villas');
  await scrollDown(page, 900);
  await expect.poll(() => scrollY(page)).toBe(900);
  await page.goto('/campings');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await scrollY(page)).toBe(0);
  await scrollDown(page, 700);
  await page.reload();
  await expect.poll(() => scrollY(page)).toBe(700);
});

test.describe('§2 navigation: on a phone', () => {
  const { viewport, hasTouch, isMobile } = devices['Pixel 7'];
  test.use({ viewport, hasTouch, isMobile });

  test('§2 navigation: Back closes the gallery of a hotel and stays on its page', async ({ page }) => {
    await page.goto('/hotel-detail?id=h2');
    const photo = page.getByRole('button', { name: "Agrandir l'illustration 2" });
    await photo.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL('/hotel-detail?id=h2');
    await expect(photo).toBeFocused();
    await photo.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(photo).toBeFocused();
  });

  test('§2 navigation: Back closes the filters and keeps what was chosen; the counts say what is left', async ({ page }) => {
    await page.goto('/villas');
    await page.goto('/search?destination=Porto-Vecchio');
    await expect(resultCards(page).first()).toBeVisible();
    const open = page.getByRole('button', { name: /^Filtrer/ });
    await open.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('checkbox', { name: 'Piscine' }).click();
    await expect(page).toHaveURL(/amenities=pool/);
    const parking = sheet.getByRole('checkbox', { name: 'Parking' });
    const left = Number(await parking.locator('xpath=ancestor::label[1]').innerText().then((text) => /\d+/.exec(text)?.[0]));
    await parking.click();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/amenities=pool(?:,|%2C)parking/);
    await expect(resultCards(page)).toHaveCount(left);
    await open.click();
    await sheet.getByRole('button', { name: 'Fermer' }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/amenities=pool/);
    await page.goBack();
    await expect(page).toHaveURL('/villas');
  });
});
