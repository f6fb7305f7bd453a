import type { i18n } from 'i18next';

/** The ten languages, each by its own name. */
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
export const DEFAULT_LANGUAGE: Language = 'fr';
/** What owners have written is not translated: the establishments' own language, which screen readers must know. */
export const CONTENT_LANGUAGE: Language = 'fr';

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(LANGUAGES, code);
}

let current: Language = DEFAULT_LANGUAGE;

/** The language that the person chose or that their browser asks for. */
export function currentLanguage(): Language {
  return current;
}

/** Not by asking i18next: calls to the backend name the language, and the first ones go out before i18next is there. */
export function followLanguage(of: i18n): void {
  of.on('languageChanged', (code) => {
    const language = code.split('-')[0];
    current = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  });
}
