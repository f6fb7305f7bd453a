import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../src/i18n/', import.meta.url));

interface Dictionary {
  /** `fr/home.js` */
  readonly file: string;
  readonly module: string;
}

/**
 * Puts the dictionaries of the build beside its scripts, as modules at addresses that follow from language and namespace.
 * The bundler's own would have addresses that follow from nothing, and a list of all of them in what every first visit
 * loads. `preloaded` are the French ones that every page needs, of which the browser is told at once.
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
