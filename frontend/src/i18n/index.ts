import i18next from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { dictionaries } from './dictionaries';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES } from './language';

/** Ready when the frame's texts are there; every other namespace loads with what shows it. */
export async function startI18n(): Promise<void> {
  await i18next
    .use(LanguageDetector)
    .use(dictionaries)
    .use(initReactI18next)
    .init({
      supportedLngs: LANGUAGE_CODES,
      nonExplicitSupportedLngs: true,
      load: 'languageOnly',
      fallbackLng: DEFAULT_LANGUAGE,
      ns: ['common', 'layout'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: 'i18next',
        lookupLocalStorage: 'i18nextLng',
        lookupSessionStorage: 'i18nextLng',
        caches: ['localStorage'],
      },
      react: { useSuspense: true, bindI18nStore: 'added' },
    });
}

export default i18next;
