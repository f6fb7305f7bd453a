import type { Page } from '@playwright/test';
import { ADDRESSES } from './addresses';
import { expect, test } from './site';

/** More tab stops than any page has: beyond it, the focus is trapped. */
const LIMIT = 600;

for (const { name, path } of ADDRESSES) {
  test(`§2.1 keyboard: on ${name} the tab key reaches every interactive element, visibly, and leaves the page`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    const { visited, hidden } = await walk(page);
    expect(hidden, 'focused where nobody sees it').toEqual([]);
    expect(await missed(page), 'never focused').toEqual([]);
    expect(visited).toBeGreaterThan(5);
  });
}

/** Presses Tab until the focus leaves the page, and marks the elements that had it. */
async function walk(page: Page): Promise<{ visited: number; hidden: readonly string[] }> {
  const hidden: string[] = [];
  for (let visited = 0; visited < LIMIT; visited += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(async () => {
      const focused = document.activeElement;
      // Date and time fields have a tab stop for each part.
      if (focused?.getAttribute('data-visited') === 'last') return { name: '', inSight: true };
      if (!focused || focused === document.body || focused.hasAttribute('data-visited')) return null;
      document.querySelector('[data-visited="last"]')?.setAttribute('data-visited', '');
      focused.setAttribute('data-visited', 'last');
      // The skip link slides in.
      await Promise.all(focused.getAnimations().map(({ finished }) => finished.catch(() => null)));
      const { width, height, top, bottom } = focused.getBoundingClientRect();
      const inSight = width > 0 && height > 0 && bottom > 0 && top < window.innerHeight;
      return { name: focused.outerHTML.slice(0, 120), inSight };
    });
    if (!stop) return { visited, hidden };
    if (!stop.inSight) hidden.push(stop.name);
  }
  throw new Error('the focus does not leave the page');
}

/** Interactive elements that never had the focus. One radio button or tab counts for its group. */
async function missed(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const usable = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
    return usable
      .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="radio"], [type="hidden"], [role="tab"], [inert] *'))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.hasAttribute('data-visited'))
      .map((one) => one.outerHTML.slice(0, 120));
  });
}
