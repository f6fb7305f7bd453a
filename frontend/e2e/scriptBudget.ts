import { expect, type Page } from '@playwright/test';

/** Fails when the scripts that the page has loaded have more than `budget` bytes on the wire. */
export async function expectScriptsWithin(page: Page, budget: number): Promise<void> {
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
      .map((entry) => ({ address: entry.name, size: entry.encodedBodySize })),
  );
  expect(scripts).not.toEqual([]);
  const total = scripts.reduce((sum, { size }) => sum + size, 0);
  expect.soft(total, scripts.map((script) => `${script.size} ${script.address}`).join('\n')).toBeLessThanOrEqual(budget);
}
