/**
 * The last step of the build: a document of its own for every page. It names what the page needs, so that the browser
 * fetches all of it at once instead of learning of one file from another, and holds the page as a first visit in French
 * sees it. Of pages that depend on the query or on the person it holds the frame and the page's skeleton.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Manifest } from 'vite';
import type { Prerendered } from '../src/app/prerendered.ts';

const FRONTEND = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(FRONTEND, 'dist');
const DRAWN_BY = join(FRONTEND, '.prerender');
/**
 * Pages that depend on the query: an address that shows which texts they need, and the texts of what the backend answers.
 * `asks`: `prefetch.ts` knows the question.
 */
const BY_QUERY: Record<string, { sample: string; answers: string[]; asks?: true }> = {
  search: { sample: '/search?destination=Calvi', answers: ['amenities'], asks: true },
  'hotel-detail': { sample: '/hotel-detail?id=1', answers: ['search', 'amenities', 'reviews'], asks: true },
  'region-hotels': { sample: '/region-hotels?region=Balagne', answers: [] },
  'car-rental': { sample: '/car-rental', answers: [] },
};
const BY_PERSON = new Set(['booking-confirmation', 'booking-success', 'channel-manager', 'admin']);

/** Hides the French page from readers of another language until theirs is there, unless that takes too long. */
const OTHER_LANGUAGE = {
  style: '[data-other-language] #root{visibility:hidden;animation:reveal 0s 5s forwards}@keyframes reveal{to{visibility:visible}}',
  // The order of `startI18n`.
  script: `{
  const stored = (place) => { try { return window[place].getItem('i18nextLng') } catch { return null } }
  const cookie = /(?:^|; )i18next=([^;]+)/.exec(document.cookie)?.[1]
  const wanted = [new URLSearchParams(location.search).get('lng'), cookie, stored('localStorage'), stored('sessionStorage'), ...navigator.languages]
  const language = wanted.find((code) => /^(?:fr|en|de|it|es|da|sv|ja|ko|zh)\\b/i.test(code ?? ''))
  if (language && !/^fr\\b/i.test(language)) document.documentElement.dataset.otherLanguage = language.slice(0, 2).toLowerCase()
}`,
};

/** Their dictionaries are named by every document already. */
const FRAME = new Set(['common', 'layout']);

/**
 * The app begins once the page is painted: what is to be seen already waits for no script, and shares the network with
 * none. A hidden tab paints nothing, and neither does the French page to a reader of another language, whose texts come in
 * the place of the French ones.
 */
const begin = (react: string, start: string, scripts: readonly string[]) =>
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
const { draw, prerenderShell }: Record<'draw' | 'prerenderShell', (path: string) => Promise<Prerendered>> = await import(
  pathToFileURL(join(DRAWN_BY, 'prerender.js')).href
);

const PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

// One after the other: while a page is drawn, its address is the one of all.
for (const { path, module } of await routes()) {
  // oxlint-disable-next-line no-await-in-loop
  await write(`${path}/index.html`, document(module, entry, await drawn(path), BY_QUERY[path]?.asks));
}
// For every other address.
await write('200.html', template);
await rm(join(DIST, '.vite'), { recursive: true });
await rm(DRAWN_BY, { recursive: true });

function chunkNamed(wanted: string): string {
  const chunk = Object.values(manifest).find(({ name }) => name === wanted);
  if (!chunk) throw new Error(`The build has no chunk ${wanted}`);
  return chunk.file;
}

async function drawn(path: string): Promise<Prerendered> {
  const asked = BY_QUERY[path];
  if (!asked) return BY_PERSON.has(path) ? prerenderShell(`/${path}`) : draw(`/${path}`);
  const { texts } = await draw(asked.sample);
  return { ...(await prerenderShell(`/${path}`)), texts: [...texts, ...asked.answers] };
}

interface Page {
  /** Without a slash before it. */
  path: string;
  /** As the manifest names it. */
  module: string;
}

async function routes(): Promise<Page[]> {
  const source = await readFile(join(FRONTEND, 'src/app/router.tsx'), 'utf8');
  const found = source.matchAll(/\{ (?:index: true|path: '([^'*]+)'), lazy: \(\) => import\('@\/([^']+)'\) \}/g);
  const pages = Array.from(found, ([, path = '', module]) => ({ path, module: `src/${module}.tsx` }));
  const lazy = source.match(/\blazy: \(\) =>/g)?.length;
  if (pages.length !== lazy) throw new Error(`router.tsx has ${lazy} pages, of which ${pages.length} can be read here`);
  return pages;
}

async function write(name: string, content: string): Promise<void> {
  const file = join(DIST, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

function document(module: string, start: string, page: Prerendered, asks = false): string {
  const texts = page.texts.filter((namespace) => !FRAME.has(namespace));
  const ofFrame = Array.from(template.matchAll(PRELOAD), ([, address = '']) => address);
  const scripts = [start, ...ofFrame, ...needs(module), ...texts.map((namespace) => `${textsFolder}/fr/${namespace}.js`)];
  const asking = `<script type="module" async crossorigin src="/${prefetch}"></script>`;
  const html = template
    .replaceAll(PRELOAD, '')
    .replace(ENTRY, asks ? asking : '')
    .replace('</head>', () => `  <style>${OTHER_LANGUAGE.style}</style><script>${OTHER_LANGUAGE.script}</script>\n  </head>`)
    .replace('</body>', () => `${begin(`/${react}`, start, scripts)}\n  </body>`)
    .replace('<div id="root"></div>', () => `<div id="root" aria-busy="true" data-drawn="${page.drawn}" data-texts="${texts.join(' ')}">${page.body}</div>`);
  if (!page.head) return html;
  const described = page.head.replaceAll(/<(meta|link)\b/g, '<$1 data-prerendered');
  return html.replace(/<title>.*?<\/title>\s*<meta name="description"[^>]*>/s, () => described);
}

/** The scripts that a page's module brings along, but for those that the document names by itself. */
function needs(module: string): string[] {
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
