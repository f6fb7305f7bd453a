/**
 * Leads the reader to the address of the wanted language, before the document shows anything: every document runs this
 * function as an inline script (`build/languageRedirect.ts`). It must therefore use nothing outside of itself.
 *
 * An address names its language, `/de/hotels`; one without a language is French. There, the language is detected by the
 * query parameter `lng`, the cookie `i18next`, local storage, session storage and the browser, in this order. A link in a
 * language stays in it, and so does a crawler: it reads every language at its own address.
 */
export function redirectToLanguage(languages: readonly string[], fallback: string): void {
  const { pathname, search, hash } = window.location;
  const params = new URLSearchParams(search);
  const known = (code?: string | null) => languages.find((language) => new RegExp(`^${language}\\b`, 'i').test(code ?? ''));
  const stored = (area: 'localStorage' | 'sessionStorage') => {
    try {
      return window[area].getItem('i18nextLng');
    } catch {
      return null;
    }
  };

  const segment = pathname.split('/', 2)[1];
  const named = languages.find((language) => language === segment);
  const path = named ? pathname.slice(1 + named.length) || '/' : pathname;
  const asked = known(params.get('lng')) ?? (named === fallback ? fallback : undefined);
  const isCrawler = /bot\b|crawl|spider/i.test(navigator.userAgent);
  const detect = () => {
    if (isCrawler) return undefined;
    const cookie = /(?:^|; )i18next=([^;]+)/.exec(document.cookie)?.[1];
    return [cookie, stored('localStorage'), stored('sessionStorage'), ...navigator.languages].map(known).find(Boolean);
  };
  const language = asked ?? named ?? detect() ?? fallback;

  if (asked || (!named && !isCrawler)) {
    try {
      window.localStorage.setItem('i18nextLng', language);
    } catch {
      // A browser that blocks its storage detects the language anew each time.
    }
  }
  const wanted = language === fallback ? path : `/${language}${path === '/' ? '' : path}`;
  if (wanted === pathname) return;
  params.delete('lng');
  document.documentElement.dataset['leaving'] = '';
  window.location.replace(`${wanted}?${params}${hash}`.replace(/\?(?=#|$)/, ''));
}
