import type { Page } from '@playwright/test';
import { expect, test } from './site';

/** §2.39 The map of the results: what needs a real layout, and the chunks that load later. */

const mapOf = (page: Page) => page.getByRole('region', { name: 'Carte des hébergements' });
/** The pins that overlap by more than a border. */
const overlapping = (page: Page) =>
  mapOf(page)
    .getByRole('list', { name: 'Hébergements sur la carte' })
    .evaluate((list) => {
      const boxes = [...list.querySelectorAll('button > span')].map((sign) => sign.getBoundingClientRect());
      const touch = (a: DOMRect, b: DOMRect) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
      return boxes.flatMap((a, index) => boxes.slice(index + 1).filter((b) => touch(a, b))).length;
    });

test('§2.39 map: the whole island has the names of its towns, and no pin covers another one', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/search?view=map');
  const map = mapOf(page);
  for (const town of ['Ajaccio', 'Bastia', 'Bonifacio', 'Calvi', 'Corte', 'Porto-Vecchio']) {
    await expect(map.getByText(town, { exact: true })).toBeVisible();
  }
  await expect.poll(() => overlapping(page)).toBe(0);
});

test('§2.39 map: a town shows its coast in detail, its surroundings and each of its hotels', async ({ page }) => {
  const detail = page.waitForResponse(/coastDetail.*\.svg$/);
  await page.goto('/search?destination=Calvi&view=map');
  await detail;
  const map = mapOf(page);
  await expect(map.getByText('Calvi Sainte-Catherine')).toBeVisible();
  await expect(map.getByRole('list', { name: 'Hébergements sur la carte' }).getByRole('button', { name: /par nuit$/ })).toHaveCount(8);
  await expect.poll(() => overlapping(page)).toBe(0);
});

test('§2.39 map: the wheel zooms the map instead of scrolling the page', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/search?view=map');
  const map = mapOf(page);
  await map.hover();
  await page.mouse.wheel(0, -400);
  await expect(page.getByRole('button', { name: 'Toute la Corse' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('§2.39 map: streets load after the consent alone, and the map stays if they cannot', async ({ page }) => {
  // A style without a network: the call table knows no other host.
  const style = `data:application/json,${encodeURIComponent(JSON.stringify({ version: 8, sources: {}, layers: [] }))}`;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.route(/\/search\?/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('"anonKey":', `"mapStyleUrl":"${style}","anonKey":`) });
  });
  await page.goto('/search?destination=Calvi&view=map');
  const show = page.getByRole('button', { name: 'Afficher la carte interactive' });
  await expect(show).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('StreetMap') || url.includes('maplibre'))).toEqual([]);

  await show.click();
  // A browser without WebGL says that the drawn map stays.
  await expect(page.locator('[data-streets]').or(page.getByText('Le plan des rues ne répond pas'))).toBeVisible();
  expect(asked.some((url) => url.includes('StreetMap'))).toBe(true);
  await expect(mapOf(page).getByRole('button', { name: /^Hôtel Bella Vista, / })).toBeVisible();
});
