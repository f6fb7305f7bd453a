import type { Page } from '@playwright/test';
import { expectScriptsWithin } from './scriptBudget';
import { test } from './site';

/** The budget of all scripts of the first ten seconds, while the person scrolls through the page. */
const TEN_SECONDS = [
  ['/', 170 * 1024],
  ['/hotel-detail?id=3&checkin=2031-07-01&checkout=2031-07-04', 200 * 1024],
] as const;
const WIDTHS = [390, 1440];

for (const [path, budget] of TEN_SECONDS) {
  for (const width of WIDTHS) {
    test(`the first ten seconds: ${path} at ${width} px needs at most ${budget / 1024} KB of script, scrolling included`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await scrollThrough(page);
      await page.waitForFunction(() => performance.now() > 10_000);
      await page.waitForLoadState('networkidle');
      await expectScriptsWithin(page, budget);
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
