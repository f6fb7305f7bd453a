import type { i18n } from 'i18next';

/** The ten languages and their own names. */
export const LANGUAGES = {
  fr: 'Français',
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
  da: 'Dansk',
  sv: 'Svenska',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
} as const;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES).filter(isLanguage);
/** The language of addresses without a language and of the fallback texts. */
export const DEFAULT_LANGUAGE: Language = 'fr';
/** The language of the texts that owners wrote, for `lang` attributes. They are not translated. */
export const CONTENT_LANGUAGE: Language = 'fr';

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(LANGUAGES, code);
}

/** The first segment of a path, if it is a language: `/de/hotels`. */
const SEGMENT = new RegExp(`^/(${LANGUAGE_CODES.join('|')})(?![^/?#])`);

/** The language that a path names; French if it names none. */
export function languageOfPath(path: string): Language {
  const language = SEGMENT.exec(path)?.[1];
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

/** `/hotels` for `/de/hotels`, and `/` for `/de`. */
export function pathWithoutLanguage(path: string): string {
  const rest = path.replace(SEGMENT, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** `/de/hotels` for `/hotels`, and `/de` for `/`. The path may have a query and a fragment. French has no segment. */
export function pathInLanguage(path: string, language: Language): string {
  return language === DEFAULT_LANGUAGE ? path : `/${language}${path.replace(/^\/(?![^?#])/, '')}`;
}

let current: Language = typeof location === 'undefined' ? DEFAULT_LANGUAGE : languageOfPath(location.pathname);

/** The current language: the one that the address names. */
export function currentLanguage(): Language {
  return current;
}

/** Keeps `currentLanguage` up to date. API calls need the language even before i18next is loaded. */
export function trackLanguage(instance: i18n): void {
  instance.on('languageChanged', (code) => {
    const language = code.split('-')[0];
    current = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  });
}
