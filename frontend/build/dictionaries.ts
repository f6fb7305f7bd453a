import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../src/i18n/', import.meta.url));

interface Dictionary {
  /** File name in the output: `fr/home.js`. */
  readonly file: string;
  /** Source code of the JavaScript module. */
  readonly module: string;
}

/**
 * Emits the dictionaries as JavaScript modules with URLs that are computed from language and namespace. With chunks of
 * the bundler, whose names are hashes, the entry chunk would have to list the URLs of all dictionaries. `preloaded` are
 * the namespaces that every page needs; their French dictionaries get a `modulepreload` link.
 */
export function dictionaries(preloaded: readonly string[]): Plugin {
  const all = readDictionaries();
  const hash = createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 8);
  const address = `assets/texts-${hash}`;
  return {
    name: 'dictionaries',
    apply: 'build',
    config: () => ({ define: { 'import.meta.env.VITE_TEXTS': JSON.stringify(`/${address}`) } }),
    generateBundle() {
      for (const { file, module } of all) this.emitFile({ type: 'asset', fileName: `${address}/${file}`, source: module });
    },
    transformIndexHtml: () => preloaded.map((namespace) => preload(`/${address}/fr/${namespace}.js`)),
  };
}

function preload(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: '', href }, injectTo: 'head' };
}

function readDictionaries(): Dictionary[] {
  const languages = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return languages.flatMap(({ name: language }) =>
    readdirSync(FOLDER + language)
      .filter((file) => file.endsWith('.json'))
      .map((file) => ({
        file: `${language}/${file.replace(/json$/, 'js')}`,
        module: `export default ${JSON.stringify(JSON.parse(readFileSync(`${FOLDER}${language}/${file}`, 'utf8')))}`,
      })),
  );
}
