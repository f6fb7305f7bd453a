import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGE_CODES } from './language';
import { redirectToLanguage } from './redirectToLanguage';

interface Visit {
  readonly browser?: readonly string[];
  readonly agent?: string;
}

/** Where a visit to an address ends: the address that the document is left for, or undefined. */
function visit(address: string, { browser = ['fr-FR'], agent = 'Mozilla/5.0' }: Visit = {}): string | undefined {
  const url = new URL(address, 'https://isula.test');
  const replace = vi.fn<(to: string) => void>();
  const { pathname, search, hash } = url;
  vi.stubGlobal('navigator', { languages: browser, userAgent: agent });
  vi.stubGlobal('window', { location: { pathname, search, hash, replace }, localStorage, sessionStorage });
  redirectToLanguage(LANGUAGE_CODES, 'fr');
  return replace.mock.calls[0]?.[0];
}

const remembered = () => localStorage.getItem('i18nextLng');
const clearCookie = () => {
  document.cookie = 'i18next=; max-age=0';
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  clearCookie();
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearCookie();
});

describe('§7.22 languages: an address without a language', () => {
  it('is French for a French browser', () => {
    expect(visit('/hotels')).toBeUndefined();
    expect(remembered()).toBe('fr');
  });

  it('leads to the browser’s language, with query and fragment, and remembers it', () => {
    expect(visit('/search?destination=Calvi#map', { browser: ['pt-BR', 'de-AT', 'fr'] })).toBe('/de/search?destination=Calvi#map');
    expect(visit('/', { browser: ['de'] })).toBe('/de');
    expect(remembered()).toBe('de');
  });

  it('is French where the browser speaks none of the ten', () => {
    expect(visit('/hotels', { browser: ['pt-BR', 'nl'] })).toBeUndefined();
  });

  it('prefers lng to the cookie, the cookie to local storage, that to session storage and that to the browser', () => {
    sessionStorage.setItem('i18nextLng', 'ko');
    expect(visit('/', { browser: ['en'] })).toBe('/ko');
    localStorage.setItem('i18nextLng', 'it');
    expect(visit('/')).toBe('/it');
    document.cookie = 'i18next=sv';
    expect(visit('/')).toBe('/sv');
    expect(visit('/?lng=ja')).toBe('/ja');
  });

  it('stays French for a person who has chosen French', () => {
    localStorage.setItem('i18nextLng', 'fr');
    expect(visit('/hotels', { browser: ['de'] })).toBeUndefined();
  });

  it('stays French for a crawler', () => {
    const agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect(visit('/hotels', { browser: ['en-US'], agent })).toBeUndefined();
    expect(remembered()).toBeNull();
  });
});

describe('§7.22 languages: an address with a language', () => {
  it('keeps its language, whatever the person has chosen, and changes nothing of that choice', () => {
    localStorage.setItem('i18nextLng', 'it');
    expect(visit('/de/hotels', { browser: ['en'] })).toBeUndefined();
    expect(remembered()).toBe('it');
  });

  it('gives way to lng, which the new address leaves out', () => {
    expect(visit('/de/search?lng=it&destination=Calvi')).toBe('/it/search?destination=Calvi');
    expect(visit('/de/hotels?lng=fr')).toBe('/hotels');
    expect(remembered()).toBe('fr');
  });

  it('ignores a lng that is none of the ten', () => {
    expect(visit('/hotels?lng=pt')).toBeUndefined();
  });

  it('has one form: French has no segment, and the home page no slash', () => {
    expect(visit('/fr/hotels', { browser: ['de'] })).toBe('/hotels');
    expect(visit('/de/')).toBe('/de');
  });

  it('works where the browser blocks its storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked');
    });
    expect(visit('/', { browser: ['da'] })).toBe('/da');
  });
});
