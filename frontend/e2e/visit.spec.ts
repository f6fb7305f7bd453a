import { ADDRESSES } from './addresses';
import { collect, failedRequests, HEIGHT, missing, WIDTHS } from './assets';
import { followRequests } from './callTable';
import { expectScriptsWithin } from './scriptBudget';
import { expect, test, toTheEnd } from './site';

/** One visit of every page: the scripts of its first load, its calls, and the pictures, links and files that it names. */

/** The budget of a first load, in bytes on the wire. */
const FIRST_LOAD = { home: 150 * 1024, anyOther: 190 * 1024 };
/** A call that a page must make besides call 3, so that the test does not pass on an empty page. */
const READS: Readonly<Record<string, number>> = { search: 6, 'hotel-detail': 9, 'chambres-hotes': 16 };

const soft = expect.configure({ soft: true });

for (const { name, path } of ADDRESSES) {
  const budget = name === 'home' ? FIRST_LOAD.home : FIRST_LOAD.anyOther;
  test(`§7.18 a visit of ${name}: at most ${budget / 1024} KB of script, only calls of the table, nothing missing at any width`, async ({ page, context, request, baseURL }) => {
    const asked = followRequests(context, baseURL);
    const failed = failedRequests(page, baseURL, path);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await test.step('the first load is within its budget', () => expectScriptsWithin(page, budget));
    await toTheEnd(page);
    await test.step('the calls are in the table', async () => {
      soft(asked.strangers).toEqual([]);
      await soft.poll(() => [...asked.numbers]).toEqual(expect.arrayContaining([3, READS[name] ?? 3]));
    });
    const named = new Set<string>();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await collect(page, named);
    }
    soft(await missing(request, named, baseURL), 'addresses in the document that do not exist').toEqual([]);
    soft(failed, 'requests that failed').toEqual([]);
  });
}
