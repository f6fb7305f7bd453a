/**
 * The last step of the build: writes an HTML document for every page. It preloads all scripts that the page needs, so
 * that the browser fetches them in parallel, and contains the prerendered page as a first visit in French shows it. For
 * a page that depends on the query or on the person, it contains the app shell and the page's skeleton.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Manifest } from 'vite';
import { PAGES, type PagePath, type QueryPagePath } from '../src/app/pages.ts';
import type { Prerendered } from '../src/app/prerendered.ts';

const FRONTEND = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(FRONTEND, 'dist');
const SERVER_BUILD = join(FRONTEND, '.prerender');
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
  'car-rental': { sample: '/car-rental', dataNamespaces: [] },
};

/** The pages whose data `src/app/prefetch.ts` fetches. */
const PREFETCHED: ReadonlySet<PagePath> = new Set(['search', 'hotel-detail']);

/** Hides the French page from readers of another language until their page has rendered, for at most five seconds. */
const OTHER_LANGUAGE = {
  style: '[data-other-language] #root{visibility:hidden;animation:reveal 0s 5s forwards}@keyframes reveal{to{visibility:visible}}',
  // The same order of detection as `startI18n`.
  script: `{
  const stored = (place) => { try { return window[place].getItem('i18nextLng') } catch { return null } }
  const cookie = /(?:^|; )i18next=([^;]+)/.exec(document.cookie)?.[1]
  const wanted = [new URLSearchParams(location.search).get('lng'), cookie, stored('localStorage'), stored('sessionStorage'), ...navigator.languages]
  const language = wanted.find((code) => /^(?:fr|en|de|it|es|da|sv|ja|ko|zh)\\b/i.test(code ?? ''))
  if (language && !/^fr\\b/i.test(language)) document.documentElement.dataset.otherLanguage = language.slice(0, 2).toLowerCase()
}`,
};

/** Namespaces that the template preloads for every page. */
const SHELL_NAMESPACES = new Set(['common', 'layout']);

/**
 * Starts the app after the first paint, so that scripts do not compete with the visible page for the network. A hidden
 * tab and a hidden French page never paint; there the app starts at once. For another language, its dictionaries are
 * preloaded in place of the French ones.
 */
const startScript = (react: string, start: string, scripts: readonly string[]) =>
  `<script>{
  const { otherLanguage } = document.documentElement.dataset
  const preload = (file) => {
    const href = otherLanguage ? file.replace('/fr/', '/' + otherLanguage + '/') : file
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  }
  const begin = () => {
    ${JSON.stringify(scripts)}.forEach(preload)
    setTimeout(() => import('${react}').then(() => setTimeout(() => import('${start}'))))
  }
  if (document.hidden || otherLanguage) begin()
  else new PerformanceObserver((_, paints) => { paints.disconnect(); begin() }).observe({ type: 'paint', buffered: true })
}</script>`;

const template = await readFile(join(DIST, 'index.html'), 'utf8');
const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
const textsFolder = /\/assets\/texts-[\w-]+/.exec(template)?.[0];
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const entry = ENTRY.exec(template)?.[1];
if (!textsFolder || !entry) throw new Error('The document names no dictionary or no script');
const [react, prefetch] = ['react', 'prefetch'].map(chunkNamed);
const renderer: Record<'prerenderPage' | 'prerenderShell', (path: string) => Promise<Prerendered>> = await import(
  pathToFileURL(join(SERVER_BUILD, 'prerender.js')).href
);

const PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

// One after the other: the renderer keeps the page's address in a global variable.
for (const page of PAGES) {
  // oxlint-disable-next-line no-await-in-loop
  const prerendered = await prerenderPage(page);
  const prefetches = PREFETCHED.has(page.path);
  // oxlint-disable-next-line no-await-in-loop
  await write(`${page.path}/index.html`, document(`src/features/${page.module}.tsx`, entry, prerendered, prefetches));
}
// The document for every other address.
await write('200.html', template);
await rm(join(DIST, '.vite'), { recursive: true });
await rm(SERVER_BUILD, { recursive: true });

function chunkNamed(wanted: string): string {
  const chunk = Object.values(manifest).find(({ name }) => name === wanted);
  if (!chunk) throw new Error(`The build has no chunk ${wanted}`);
  return chunk.file;
}

async function prerenderPage(page: (typeof PAGES)[number]): Promise<Prerendered> {
  if (!('dependsOn' in page)) return renderer.prerenderPage(`/${page.path}`);
  const shell = await renderer.prerenderShell(`/${page.path}`);
  if (page.dependsOn === 'person') return shell;
  const { sample, dataNamespaces } = QUERY_PAGES[page.path];
  const { texts } = await renderer.prerenderPage(sample);
  return { ...shell, texts: [...texts, ...dataNamespaces] };
}

async function write(name: string, content: string): Promise<void> {
  const file = join(DIST, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

function document(module: string, start: string, page: Prerendered, prefetches: boolean): string {
  const texts = page.texts.filter((namespace) => !SHELL_NAMESPACES.has(namespace));
  const preloaded = Array.from(template.matchAll(PRELOAD), ([, address = '']) => address);
  const scripts = [start, ...preloaded, ...scriptsOf(module), ...texts.map((namespace) => `${textsFolder}/fr/${namespace}.js`)];
  const prefetchScript = `<script type="module" async crossorigin src="/${prefetch}"></script>`;
  const html = template
    .replaceAll(PRELOAD, '')
    .replace(ENTRY, prefetches ? prefetchScript : '')
    .replace('</head>', () => `  <style>${OTHER_LANGUAGE.style}</style><script>${OTHER_LANGUAGE.script}</script>\n  </head>`)
    .replace('</body>', () => `${startScript(`/${react}`, start, scripts)}\n  </body>`)
    .replace('<div id="root"></div>', () => `<div id="root" aria-busy="true" data-prerender="${page.extent}" data-texts="${texts.join(' ')}">${page.body}</div>`);
  if (!page.head) return html;
  const marked = page.head.replaceAll(/<(meta|link)\b/g, '<$1 data-prerendered');
  return html.replace(/<title>.*?<\/title>\s*<meta name="description"[^>]*>/s, () => marked);
}

/** The scripts that a page's module imports, without those that the template names. */
function scriptsOf(module: string): string[] {
  const scripts = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    const file = `/${chunk.file}`;
    if (scripts.has(file) || template.includes(`"${file}"`)) return;
    scripts.add(file);
    chunk.imports?.forEach(visit);
  };
  visit(module);
  return [...scripts];
}
