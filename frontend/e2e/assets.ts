import type { APIRequestContext, Page } from '@playwright/test';
import { PAGES } from '../src/app/pages.ts';
import { LANGUAGE_CODES, pathInLanguage } from '../src/i18n/language.ts';
import { apiHeaders } from './site';

/** The addresses that a page names, and whether they exist. */

/** The first is that of the browser's window. */
export const WIDTHS = [1440, 820, 390];
export const HEIGHT = 900;

const regionHotels = Array.from({ length: 14 }, (_, index) => `h${index + 1}`);
const builtInHotels = ['1', '2', '3', 'hotel-les-mouettes'];
export const SAMPLE_HOTELS = [...regionHotels, ...builtInHotels];

const known = new Set<string>(PAGES.map(({ path }) => `/${path}`));

/** The page's requests to the site that fail or are answered with an error; `document` may be a 404 page, in any language. */
export function failedRequests(page: Page, site = '', document = ''): string[] {
  const failed: string[] = [];
  const documents = new Set(LANGUAGE_CODES.map((language) => new URL(pathInLanguage(document, language), site).href));
  page.on('response', (response) => {
    if (response.url().startsWith(site) && response.status() >= 400 && !documents.has(response.url())) failed.push(`${response.status()} ${response.url()}`);
  });
  return failed;
}

/** Adds the site's addresses that the document names: links, pictures in all their sizes, scripts, previews. */
export async function collect(page: Page, named: Set<string>): Promise<void> {
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
export async function missing(request: APIRequestContext, named: ReadonlySet<string>, site = ''): Promise<string[]> {
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
  ids = new Set([...rows.map(({ id }) => String(id)), ...SAMPLE_HOTELS]);
  return ids;
}
