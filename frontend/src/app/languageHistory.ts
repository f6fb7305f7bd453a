import { UNSAFE_createBrowserHistory as createBrowserHistory, type RouterInit, type To } from 'react-router';
import i18next from '@/i18n';
import { currentLanguage, pathInLanguage, pathWithoutLanguage } from '@/i18n/language';

type History = RouterInit['history'];

/**
 * The browser's history, which keeps the language out of the router: the router and its links work with paths without a
 * language, and the address bar shows them in the current one. A change of the language changes the address
 * of the page. An entry in another language, which Back leads to, is rewritten to the language that the person reads.
 */
export function createLanguageHistory(): History {
  const browser = createBrowserHistory();
  const here = (): History['location'] => {
    const { location } = browser;
    return { ...location, pathname: pathWithoutLanguage(location.pathname) };
  };
  const localized = (to: To) =>
    typeof to === 'string' ? pathInLanguage(to, currentLanguage()) : { ...to, pathname: pathInLanguage(to.pathname ?? '/', currentLanguage()) };
  const rewrite = () => {
    const { state } = window.history;
    const address = browser.createHref(localized(here()));
    if (address !== browser.createHref(browser.location)) window.history.replaceState(state, '', address);
  };
  i18next.on('languageChanged', rewrite);

  return {
    get action() {
      return browser.action;
    },
    get location() {
      return here();
    },
    createHref: (to) => browser.createHref(localized(to)),
    createURL: (to) => browser.createURL(to),
    encodeLocation: (to) => browser.encodeLocation(to),
    push: (to, state) => browser.push(localized(to), state),
    replace: (to, state) => browser.replace(localized(to), state),
    go: (delta) => browser.go(delta),
    listen: (listener) =>
      browser.listen((update) => {
        rewrite();
        listener({ ...update, location: here() });
      }),
  };
}
