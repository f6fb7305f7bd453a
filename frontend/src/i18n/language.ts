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
/** The language of prerendered pages and of the fallback texts. */
export const DEFAULT_LANGUAGE: Language = 'fr';
/** The language of the texts that owners wrote, for `lang` attributes. They are not translated. */
export const CONTENT_LANGUAGE: Language = 'fr';

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(LANGUAGES, code);
}

let current: Language = DEFAULT_LANGUAGE;

/** The current language: chosen by the person, or else preferred by the browser. */
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
