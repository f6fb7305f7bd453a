import type { Page } from '@playwright/test';
import { PAGES } from '../src/app/pages.ts';
import { collect, failedRequests, HEIGHT, missing, SAMPLE_HOTELS, WIDTHS } from './assets';
import { expect, test } from './site';

/** The pictures of each sample hotel, and all files of the build, exist. `pages.spec.ts` checks what the pages name. */

for (const id of SAMPLE_HOTELS) {
  test(`assets: the hotel ${id} has its pictures at every width`, async ({ page, request, baseURL }) => {
    const failed = failedRequests(page, baseURL);
    const named = new Set<string>();
    await page.goto(`/hotel-detail?id=${id}`, { waitUntil: 'domcontentloaded' });
    const photos = page.getByRole('button', { name: /^Agrandir (?:la photo|l'illustration) 1/i }).first();
    await photos.waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expect.poll(() => brokenPictures(page), { message: `pictures at ${width} px` }).toEqual([]);
      await collect(page, named);
    }
    await photos.click();
    await page.getByRole('dialog').waitFor();
    await collect(page, named);
    expect(failed).toEqual([]);
    expect(await missing(request, named, baseURL)).toEqual([]);
  });
}

test('assets: every chunk, style sheet and font that the build refers to exists', async ({ request }) => {
  // Without a region, that page is a 404.
  const documents = PAGES.map(({ path }) => (path === 'region-hotels' ? `/${path}?region=Balagne` : `/${path}`));
  const queue = [...documents];
  const seen = new Set(queue);
  const lost: string[] = [];
  for (let address = queue.shift(); address; address = queue.shift()) {
    const response = await request.get(address);
    if (!response.ok()) {
      lost.push(`${response.status()} ${address}`);
      continue;
    }
    if (!documents.includes(address) && !/\.(?:js|css)$/.test(address)) continue;
    for (const [, file] of (await response.text()).matchAll(/["'`(](?:\/?assets\/|\.\/)([\w.-]+\.(?:js|css|woff2|svg|json|avif|webp|png))["'`)]/g)) {
      const next = `/assets/${file}`;
      if (!seen.has(next)) queue.push(next);
      seen.add(next);
    }
  }
  expect(lost).toEqual([]);
  expect(seen.size, 'the build has chunks').toBeGreaterThan(100);
});

/** The pictures on the screen that could not be loaded. */
function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main img')]
      .filter((picture): picture is HTMLImageElement => picture instanceof HTMLImageElement && picture.checkVisibility())
      .filter(({ loading, complete, naturalWidth }) => (complete ? naturalWidth === 0 : loading === 'eager'))
      .map(({ currentSrc, src }) => currentSrc || src),
  );
}
