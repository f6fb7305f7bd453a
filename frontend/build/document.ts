import type { Manifest } from 'vite';
import type { Prerendered } from '../src/app/prerendered.ts';
import { DEFAULT_LANGUAGE, type Language } from '../src/i18n/language.ts';

/** Namespaces that the template preloads for every page. */
const SHELL_NAMESPACES = new Set(['common', 'layout']);
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;
const TEXTS_FOLDER = /\/assets\/texts-[\w-]+/;
const PAGE_HEAD = /<!--page-head-->.*?<!--\/page-head-->/s;

/** A page to be put into a document. */
interface Page {
  /** Path of the page's module; none for an address without a page. */
  readonly module?: string;
  readonly language: Language;
  readonly prerendered: Prerendered;
  /** Whether `src/app/prefetch.ts` fetches the page's data. */
  readonly prefetches?: boolean;
}

/**
 * Returns a function that makes documents of prerendered pages, from the document and the manifest that Vite has built.
 */
export function documentsOf(template: string, manifest: Manifest): (page: Page) => string {
  const entry = found(ENTRY, template);
  const textsFolder = found(TEXTS_FOLDER, template);
  found(PAGE_HEAD, template);
  const [react, prefetch] = ['react', 'prefetch'].map((name) => chunkNamed(name, manifest));
  const preloaded = Array.from(template.matchAll(PRELOAD), ([, address = '']) => address);
  const bare = template.replaceAll(PRELOAD, '');

  return ({ module, language, prerendered, prefetches }) => {
    const { head, body, extent } = prerendered;
    const texts = prerendered.texts.filter((namespace) => !SHELL_NAMESPACES.has(namespace));
    const scripts = [
      entry,
      ...preloaded.map((file) => file.replace(`${textsFolder}/${DEFAULT_LANGUAGE}/`, `${textsFolder}/${language}/`)),
      ...(module ? scriptsOf(module, manifest).filter((file) => !template.includes(`"${file}"`)) : []),
      ...texts.map((namespace) => `${textsFolder}/${language}/${namespace}.js`),
    ];
    return bare
      .replace('<html lang="fr">', `<html lang="${language}">`)
      .replace(ENTRY, prefetches ? `<script type="module" async crossorigin src="/${prefetch}"></script>` : '')
      .replace(PAGE_HEAD, () => `<!--page-head-->${head.replaceAll(/<(meta|link)\b/g, '<$1 data-prerendered')}<!--/page-head-->`)
      .replace('</body>', () => `${startScript(`/${react}`, entry, scripts, prefetches === true)}\n  </body>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root" aria-busy="true" data-prerender="${extent}" data-texts="${texts.join(' ')}">${body}</div>`,
      );
  };
}

/** How long, in milliseconds after the first paint, the app waits for the first picture of a page that prefetches it. */
const PICTURE_MS = 1000;

/**
 * Starts the app after the first paint, so that scripts do not compete with the visible page for the network; on a page
 * that prefetches its first picture, after that picture. A hidden tab never paints; there the app starts at once. A
 * document that the browser leaves for another language starts nothing.
 */
function startScript(react: string, start: string, scripts: readonly string[], prefetches: boolean): string {
  const begin = prefetches
    ? `if ('opened' in document.documentElement.dataset) begin()
    else { addEventListener('opened', begin, { once: true }); setTimeout(begin, ${PICTURE_MS}) }`
    : 'begin()';
  return `<script>{
  const preload = (href) => document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const script of ${JSON.stringify(scripts)}) preload(script)
    setTimeout(() => import('${react}').then(() => setTimeout(() => import('${start}'))))
  }
  if ('leaving' in document.documentElement.dataset) {}
  else if (document.hidden) begin()
  else new PerformanceObserver((_, paints) => {
    paints.disconnect()
    ${begin}
  }).observe({ type: 'paint', buffered: true })
}</script>`;
}

/** The scripts that a page's module imports. */
function scriptsOf(module: string, manifest: Manifest): string[] {
  const scripts = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    const file = `/${chunk.file}`;
    if (scripts.has(file)) return;
    scripts.add(file);
    chunk.imports?.forEach(visit);
  };
  visit(module);
  return [...scripts];
}

function chunkNamed(wanted: string, manifest: Manifest): string {
  const chunk = Object.values(manifest).find(({ name }) => name === wanted);
  if (!chunk) throw new Error(`The build has no chunk ${wanted}`);
  return chunk.file;
}

function found(pattern: RegExp, template: string): string {
  const match = pattern.exec(template);
  if (!match) throw new Error(`The document has no ${pattern}`);
  return match[1] ?? match[0];
}
