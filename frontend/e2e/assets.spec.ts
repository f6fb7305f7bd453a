import type { APIRequestContext, Page } from '@playwright/test';
import { PAGES } from '../src/app/pages.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '../src/i18n/language.ts';
import { ADDRESSES } from './addresses';
import { apiHeaders, expect, test } from './site';

/** Every picture, link and chunk that a page asks for exists, whatever the page, the language and the width. */

/** French last, since the pages start in it. */
const LANGUAGES = [...LANGUAGE_CODES.filter((language) => language !== DEFAULT_LANGUAGE), DEFAULT_LANGUAGE];
const WIDTHS = [1440, 820, 390];
const HEIGHT = 900;

const regionHotels = Array.from({ length: 14 }, (_, index) => `h${index + 1}`);
const builtInHotels = ['1', '2', '3', 'hotel-les-mouettes'];
const sampleHotels = [...regionHotels, ...builtInHotels];

const known = new Set<string>(PAGES.map(({ path }) => `/${path}`));

const soft = expect.configure({ soft: true });

for (const { name, path } of ADDRESSES) {
  test(`assets: ${name} asks for nothing that is missing, at every width and in every language`, async ({ page, request, baseURL }) => {
    const failed = failedRequests(page, baseURL, path);
    await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: HEIGHT });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const named = new Set<string>();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await collect(page, named);
    }
    for (const language of LANGUAGES) {
      await page.locator('header select:has(option[value="zh"])').selectOption(language, { force: true });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    }
    await page.waitForLoadState('networkidle');
    soft(failed, 'requests that failed').toEqual([]);
    soft(await missing(request, named, baseURL), 'addresses in the document that do not exist').toEqual([]);
  });
}

for (const id of sampleHotels) {
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
  const documents = PAGES.map(({ path }) => `/${path}`);
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

/** The page's requests to the site that fail or are answered with an error; `document` may be a 404 page. */
function failedRequests(page: Page, site = '', document = ''): string[] {
  const failed: string[] = [];
  page.on('response', (response) => {
    const isDocument = response.url() === new URL(document, site).href;
    if (response.url().startsWith(site) && response.status() >= 400 && !isDocument) failed.push(`${response.status()} ${response.url()}`);
  });
  return failed;
}

/** Adds the site's addresses that the document names: links, pictures in all their sizes, scripts, previews. */
async function collect(page: Page, named: Set<string>): Promise<void> {
  const addresses = await page.evaluate(() => {
    const all = (selector: string, name: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '');
    const candidates = all('[srcset]', 'srcset').flatMap((set) => set.split(', ').map((candidate) => candidate.trim().split(' ')[0] ?? ''));
    const plain = [
      ...all('a[href]', 'href'),
      ...all('link[href]:not([rel=preconnect], [rel=dns-prefetch], [rel=canonical])', 'href'),
      ...all('img[src], script[src]', 'src'),
      ...all('meta[property="og:image"]', 'content'),
    ];
    const site = [...plain, ...candidates].map((address) => new URL(address, location.href)).filter(({ origin }) => origin === location.origin);
    return site.map(({ pathname, search }) => pathname + search);
  });
  for (const address of addresses) named.add(address);
}

/** The addresses that the site does not have. */
async function missing(request: APIRequestContext, named: ReadonlySet<string>, site = ''): Promise<string[]> {
  const lost: string[] = [];
  const hotels = await hotelIds(request);
  for (const address of named) {
    const { pathname, searchParams } = new URL(address, site);
    if (pathname === '/no-such-page') continue;
    if (known.has(pathname)) {
      const id = pathname === '/hotel-detail' ? searchParams.get('id') : null;
      if (id !== null && !hotels.has(id)) lost.push(`no such hotel: ${address}`);
    } else if (!(await exists(request, address))) {
      lost.push(address);
    }
  }
  return lost;
}

const answers = new Map<string, boolean>();

async function exists(request: APIRequestContext, address: string): Promise<boolean> {
  const before = answers.get(address);
  if (before !== undefined) return before;
  const found = (await request.head(address)).ok();
  answers.set(address, found);
  return found;
}

let ids: ReadonlySet<string> | undefined;

/** The hotels of the backend, of the regions and the built-in ones. */
async function hotelIds(request: APIRequestContext): Promise<ReadonlySet<string>> {
  if (ids) return ids;
  const response = await request.get('/rest/v1/hotels?select=id', { headers: apiHeaders() });
  const rows: { id: number }[] = await response.json();
  ids = new Set([...rows.map(({ id }) => String(id)), ...sampleHotels]);
  return ids;
}

/** The pictures on the screen that could not be loaded. */
function brokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main img')]
      .filter((picture): picture is HTMLImageElement => picture instanceof HTMLImageElement && picture.checkVisibility())
      .filter(({ loading, complete, naturalWidth }) => (complete ? naturalWidth === 0 : loading === 'eager'))
      .map(({ currentSrc, src }) => currentSrc || src),
  );
}
