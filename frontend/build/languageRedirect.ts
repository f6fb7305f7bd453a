import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from '../src/i18n/language.ts';
import { redirectToLanguage } from '../src/i18n/redirectToLanguage.ts';

/** Hides the page while the browser leaves it for another language, for at most five seconds. */
const STYLE = '[data-leaving] #root{visibility:hidden;animation:reveal 0s 5s forwards}@keyframes reveal{to{visibility:visible}}';
const PLACE = '<!--language-redirect-->';

/** Inserts the script that leads readers to their language, before everything that the document has to wait for. */
export function languageRedirect(): Plugin {
  const call = `(${redirectToLanguage.toString()})(${JSON.stringify(LANGUAGE_CODES)},${JSON.stringify(DEFAULT_LANGUAGE)})`;
  return {
    name: 'language-redirect',
    transformIndexHtml: (html) => html.replace(PLACE, () => `<style>${STYLE}</style><script>${call}</script>`),
  };
}
