import type { Locator, Page } from '@playwright/test';
import { expect, resultCards, test } from './site';

/** The height of the phone's screen. */
const HEIGHT = 839;

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

test('§2 phone: the search is one line, and the results start on the first screen', async ({ page }) => {
  await page.goto('/search?destination=Calvi&checkin=2031-07-01&checkout=2031-07-04');
  const pill = page.getByRole('button', { name: 'Modifier la recherche' });
  await expect(pill).toContainText('Calvi');
  await expect(pill).toContainText('2 adultes');
  const first = await resultCards(page).first().boundingBox();
  expect(first?.y ?? Infinity).toBeLessThan(HEIGHT / 2);
  await pill.click();
  const field = page.getByRole('combobox', { name: 'Destination' });
  await expect(field).toBeFocused();
  await field.fill('Bonifacio');
  await field.press('Enter');
  await expect(page).toHaveURL(/destination=Bonifacio/);
  await expect(pill).toContainText('Bonifacio');
});

test('§2 phone: the results come by pages, and Back finds its place', async ({ page }) => {
  await page.goto('/search');
  await expect(resultCards(page)).toHaveCount(24);
  await page.getByRole('button', { name: /^Afficher 24 hébergements de plus/ }).click();
  await expect(resultCards(page)).toHaveCount(48);
  // All cards are drawn.
  await resultCards(page).nth(47).getByRole('heading').waitFor();
  const link = resultCards(page).nth(40).getByRole('heading').getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const before = await scrollY(page);
  await link.click();
  await expect(page).toHaveURL(/hotel-detail/);
  await expect(page.getByRole('button', { name: "Agrandir l'illustration 1" })).toBeVisible();
  await page.goBack();
  await expect(resultCards(page)).toHaveCount(48);
  await expect(link).toBeInViewport();
  await expect.poll(async () => Math.abs((await scrollY(page)) - before)).toBeLessThan(200);
});

test('§2 phone: price and button of a hotel stay in view', async ({ page }) => {
  await page.goto('/hotel-detail?id=h2');
  const button = page.getByRole('button', { name: 'Voir les disponibilités' });
  for (const top of [0, 900, 100_000]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  const { footer, bar } = await page.evaluate(() => ({
    footer: document.querySelector('body footer')?.getBoundingClientRect().bottom ?? Infinity,
    bar: [...document.querySelectorAll('button')].find((one) => one.textContent === 'Voir les disponibilités')?.parentElement?.getBoundingClientRect().top ?? 0,
  }));
  expect(footer).toBeLessThanOrEqual(bar + 1);
  await button.click();
  await expect(page.getByRole('heading', { name: 'Informations et tarifs' })).toBeInViewport();
});

test('§2 phone: two fingers zoom the map, one finger scrolls the page', async ({ page }) => {
  await page.goto('/search?destination=Calvi&view=map');
  const map = page.getByRole('region', { name: 'Carte des hébergements' });
  await page.getByRole('button', { name: 'Toute la Corse' }).click();
  const { x, y } = await centreOf(map);
  const before = await scaleOf(map);
  await touch(page, [40, 60, 80, 100].map((apart) => [{ x: x - apart, y }, { x: x + apart, y }]));
  await expect.poll(async () => (await scaleOf(map)) / before).toBeGreaterThan(1.8);

  const top = await scrollY(page);
  await touch(page, [0, -40, -80, -120, -160].map((by) => [{ x, y: y + by }]));
  await expect.poll(() => scrollY(page)).toBeGreaterThan(top + 50);
});

interface Finger {
  readonly x: number;
  readonly y: number;
}

async function centreOf(element: Locator): Promise<Finger> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The zoom of the drawing. */
function scaleOf(map: Locator): Promise<number> {
  return map.locator('svg > g').first().evaluate((drawing) => Number(/scale\(([\d.]+)\)/.exec(drawing.getAttribute('style') ?? '')?.[1]));
}

/** Moves fingers over the screen: for each step, where they are. */
async function touch(page: Page, steps: readonly (readonly Finger[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [index, fingers] of steps.entries()) {
    const touchPoints = fingers.map((finger, id) => ({ x: finger.x, y: finger.y, id }));
    await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
