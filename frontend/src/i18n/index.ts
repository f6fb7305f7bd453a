import i18next, { type InitOptions } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import { dictionaries, fallbackLanguages } from './dictionaries';
import { EDITED } from './editorial';
import { DEFAULT_LANGUAGE, followLanguage, LANGUAGE_CODES } from './language';

followLanguage(i18next);

const FRAME = ['common', 'layout'];

const options: InitOptions = {
  supportedLngs: LANGUAGE_CODES,
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  fallbackLng: fallbackLanguages,
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  returnNull: false,
  // Not at each dictionary that comes: what waits for it draws itself then, and the rest of the page has nothing new.
  react: { useSuspense: true, bindI18n: `languageChanged ${EDITED}` },
};

/**
 * Ready when the frame's texts are there, and those of the namespaces that the first page is known to need; every other
 * loads with what shows it.
 */
export async function startI18n(firstPage: readonly string[] = []): Promise<void> {
  await i18next
    .use(LanguageDetector)
    .use(dictionaries)
    .use(initReactI18next)
    .init({
      ...options,
      ns: [...new Set([...FRAME, ...firstPage])],
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: 'i18next',
        lookupLocalStorage: 'i18nextLng',
        lookupSessionStorage: 'i18nextLng',
        caches: ['localStorage'],
      },
    });
}

/** For pages that are drawn where no browser is: the default language. */
export async function startDefaultLanguage(): Promise<void> {
  await i18next.use(dictionaries).use(initReactI18next).init({ ...options, lng: DEFAULT_LANGUAGE, ns: FRAME });
}

export default i18next;
