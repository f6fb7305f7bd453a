import type { Page } from '@playwright/test';
import { ADDRESSES } from './addresses';
import { expect, test } from './site';

/** The script budget of a first load, in bytes on the wire. */
const FIRST_LOAD = { home: 150 * 1024, anyOther: 190 * 1024 };
/** The budget of all scripts of the first ten seconds, while the person scrolls through the page. */
const TEN_SECONDS = [
  ['/', 170 * 1024],
  ['/hotel-detail?id=3&checkin=2031-07-01&checkout=2031-07-04', 200 * 1024],
] as const;
const WIDTHS = [390, 1440];

for (const { name, path } of ADDRESSES) {
  const budget = name === 'home' ? FIRST_LOAD.home : FIRST_LOAD.anyOther;
  test(`first load: ${name} needs at most ${budget / 1024} KB of script`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectWithin(page, budget);
  });
}

for (const [path, budget] of TEN_SECONDS) {
  for (const width of WIDTHS) {
    test(`the first ten seconds: ${path} at ${width} px needs at most ${budget / 1024} KB of script, scrolling included`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await scrollThrough(page);
      await page.waitForFunction(() => performance.now() > 10_000);
      await page.waitForLoadState('networkidle');
      await expectWithin(page, budget);
    });
  }
}

/** Scrolls down by half a screen per frame, as content comes into view. */
function scrollThrough(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
  });
}

async function expectWithin(page: Page, budget: number): Promise<void> {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
      .map((entry) => ({ address: entry.name, size: entry.encodedBodySize })),
  );
  expect(scripts).not.toEqual([]);
  const total = scripts.reduce((sum, { size }) => sum + size, 0);
  expect(total, scripts.map((script) => `${script.size} ${script.address}`).join('\n')).toBeLessThanOrEqual(budget);
}
