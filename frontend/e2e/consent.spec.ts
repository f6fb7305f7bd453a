import type { Page } from '@playwright/test';
import { expect, test } from './site';

/** §2.43 What comes from other hosts loads after the visitor's consent. */

const EMBED = '<!doctype html><title>Map</title><p>Streets</p>';
const ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

test.use({ consentsToMap: true });

/** Answers in the place of the map's host, and counts its requests. */
async function serveMap(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route('https://www.google.com/**', (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    return pathname === '/favicon.ico'
      ? route.fulfill({ contentType: 'image/svg+xml', body: ICON })
      : route.fulfill({ contentType: 'text/html', body: EMBED });
  });
  return asked;
}

test('§2.43 hotel detail: the map of another host waits for a consent, which is remembered and can be withdrawn', { tag: '@engines' }, async ({ page }) => {
  const asked = await serveMap(page);
  const map = page.frameLocator('iframe[title^="Carte"]').getByText('Streets');
  await page.goto('/hotel-detail?id=12');
  const button = page.getByRole('button', { name: 'Afficher la carte interactive' });
  await button.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);

  await button.click();
  await expect(map).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: "Ne plus l'afficher" }).scrollIntoViewIfNeeded();
  await expect(map).toBeVisible();

  await page.goto('/cookies');
  const choice = page.getByRole('checkbox', { name: /^Google Maps/ });
  await expect(choice).toBeChecked();
  await choice.uncheck();
  const before = asked.length;
  await page.goto('/hotel-detail?id=12');
  await page.getByRole('button', { name: 'Afficher la carte interactive' }).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(before);
});
