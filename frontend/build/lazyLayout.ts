import type { Plugin } from 'vite';
import { startLazyLayout } from '../src/scheduling/startLazyLayout.ts';

const PLACE = '<!--lazy-layout-->';

/** Inserts the script that starts lazy layout before the document's first layout. */
export function lazyLayout(): Plugin {
  return {
    name: 'lazy-layout',
    transformIndexHtml: (html) => html.replace(PLACE, () => `<script>(${startLazyLayout.toString()})()</script>`),
  };
}
