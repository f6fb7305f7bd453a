import i18next from 'i18next';

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
/** What owners and members have written is not translated: the establishments' own language, which screen readers must know. */
export const CONTENT_LANGUAGE: Language = 'fr';

export function isLanguage(code: string | undefined): code is Language {
  return code !== undefined && Object.hasOwn(LANGUAGES, code);
}

/** The language that the person chose or that their browser asks for. */
export function currentLanguage(): Language {
  const code = i18next.language?.split('-')[0];
  return isLanguage(code) ? code : DEFAULT_LANGUAGE;
}
