/**
 * The last step of the build: writes an HTML document for every page in every language. It preloads all scripts that the
 * page needs, so that the browser fetches them in parallel, and contains the prerendered page as a first visit shows it.
 * For a page that depends on the query or on the person, it contains the app shell and the page's skeleton.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Manifest } from 'vite';
import { PAGES, type PagePath, type QueryPagePath } from '../src/app/pages.ts';
import type { Prerendered, ServerFacts } from '../src/app/prerendered.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '../src/i18n/language.ts';
import { documentsOf } from './document.ts';

const FRONTEND = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(FRONTEND, 'dist');
const SERVER_BUILD = join(FRONTEND, '.prerender');
/** A path without a page. */
const UNKNOWN_PATH = '/404';

type Page = (typeof PAGES)[number];
type Renderer = (path: string, language: Language) => Promise<Prerendered>;

/** Facts about a page that depends on the query, which the build cannot find out from the path. */
interface QueryPage {
  /** An address that renders the page, so that the build learns the i18n namespaces it uses. */
  readonly sample: string;
  /** The namespaces that the page needs for the backend's data. */
  readonly dataNamespaces: readonly string[];
}

const QUERY_PAGES: Record<QueryPagePath, QueryPage> = {
  search: { sample: '/search?destination=Calvi', dataNamespaces: ['amenities'] },
  'hotel-detail': { sample: '/hotel-detail?id=1', dataNamespaces: ['search', 'amenities', 'reviews'] },
  'region-hotels': { sample: '/region-hotels?region=Balagne', dataNamespaces: [] },
};

/** The pages whose data `src/app/prefetch.ts` fetches. */
const PREFETCHED: ReadonlySet<PagePath> = new Set(['search', 'hotel-detail']);

/** Namespaces of parts of a page that hydrate later than the rest (`hydrateLater`). */
const LATER: Partial<Record<PagePath, readonly string[]>> = { '': ['home-inspiration', 'home-offers'] };

const template = await readFile(join(DIST, 'index.html'), 'utf8');
const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
const documentOf = documentsOf(template, manifest);
const renderer: Record<'prerenderPage' | 'prerenderShell', Renderer> & {
  readonly serverFacts: (path: QueryPagePath, language: Language) => Promise<ServerFacts>;
} = await import(pathToFileURL(join(SERVER_BUILD, 'prerender.js')).href);
const samples = new Map<string, Promise<Prerendered>>();

// One after the other: the renderer keeps the page's address and language in global variables.
for (const language of LANGUAGE_CODES) {
  const folder = language === DEFAULT_LANGUAGE ? '' : `${language}/`;
  for (const page of PAGES) {
    // oxlint-disable-next-line no-await-in-loop
    const prerendered = await prerenderPage(page, language);
    const html = documentOf({ module: `src/features/${page.module}.tsx`, language, prerendered, prefetches: PREFETCHED.has(page.path) });
    // oxlint-disable-next-line no-await-in-loop
    await write(`${folder}${page.path}/index.html`, html);
  }
  // oxlint-disable-next-line no-await-in-loop
  const unknown = await renderer.prerenderPage(UNKNOWN_PATH, language);
  // oxlint-disable-next-line no-await-in-loop
  await write(`${folder}404.html`, documentOf({ language, prerendered: unknown }));
}
// The document for every other address, in any language.
await write('200.html', template);
await rm(join(DIST, '.vite'), { recursive: true });
await rm(SERVER_BUILD, { recursive: true });

async function prerenderPage(page: Page, language: Language): Promise<Prerendered> {
  const path = `/${page.path}`;
  if (!('dependsOn' in page)) {
    const prerendered = await renderer.prerenderPage(path, language);
    return { ...prerendered, texts: prerendered.texts.filter((namespace) => !LATER[page.path]?.includes(namespace)) };
  }
  const shell = await renderer.prerenderShell(path, language);
  if (page.dependsOn === 'person') return { ...shell, head: `${shell.head}<meta name="robots" content="noindex"/>` };
  const body = withFacts(shell.body, await renderer.serverFacts(page.path, language));
  return { ...shell, body, texts: await textsOf(QUERY_PAGES[page.path], language) };
}

/** Puts facts for a server into their places, as JSON in comments. */
function withFacts(body: string, facts: ServerFacts): string {
  return Object.entries(facts).reduce((html, [name, value]) => {
    const place = `<!--page-${name}-->`;
    if (!html.includes(place)) throw new Error(`The document has no place ${place}`);
    // Escaped, so that a text cannot end the comment.
    return html.replace(place, () => `${place}<!--${JSON.stringify(value).replaceAll('>', '\\u003e')}-->`);
  }, body);
}

/** The namespaces of a page that depends on its query; they are the same in every language. */
async function textsOf({ sample, dataNamespaces }: QueryPage, language: Language): Promise<string[]> {
  const prerendered = samples.get(sample) ?? renderer.prerenderPage(sample, language);
  samples.set(sample, prerendered);
  const { texts } = await prerendered;
  return [...texts, ...dataNamespaces];
}

async function write(name: string, content: string): Promise<void> {
  const file = join(DIST, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
