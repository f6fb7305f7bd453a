import { ADDRESSES } from './addresses';
import { expect, test } from './site';

/** The script budget of a first visit, in bytes on the wire. */
const HOME = 150 * 1024;
const ANY_OTHER = 190 * 1024;

for (const { name, path } of ADDRESSES) {
  const budget = name === 'home' ? HOME : ANY_OTHER;
  test(`first load: ${name} needs at most ${budget / 1024} KB of script`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js'))
        .map((entry) => ({ address: entry.name, size: entry.encodedBodySize })),
    );
    expect(scripts).not.toEqual([]);
    const total = scripts.reduce((sum, { size }) => sum + size, 0);
    expect(total, scripts.map((script) => `${script.size} ${script.address}`).join('\n')).toBeLessThanOrEqual(budget);
  });
}
