import type { Plugin } from 'vite';
import { PAGES } from '../src/app/pages.ts';

const ID = 'virtual:page-modules';

/**
 * Provides `virtual:page-modules`: for each page its path and a function that imports its module. Generated code keeps
 * the rest of the list of pages, which only the build reads, out of the browser's scripts.
 */
export function pageModules(): Plugin {
  return {
    name: 'page-modules',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? code() : undefined),
  };
}

function code(): string {
  const entries = PAGES.map(({ path, module }) => `[${JSON.stringify(path)}, () => import('/src/features/${module}.tsx')]`);
  return `export const PAGE_MODULES = [${entries.join(',')}]`;
}
