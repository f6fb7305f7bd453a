import i18next, { type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { dictionaries, fallbackLanguages } from './dictionaries';
import { EDITORIAL_CHANGE } from './editorial';
import { LANGUAGE_CODES, trackLanguage, type Language } from './language';

trackLanguage(i18next);

/** Namespaces of the application shell, which every page needs. */
const SHELL_NAMESPACES = ['common', 'layout'];

const options: InitOptions = {
  supportedLngs: LANGUAGE_CODES,
  nonExplicitSupportedLngs: true,
  load: 'languageOnly',
  fallbackLng: fallbackLanguages,
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  returnNull: false,
  // Without the event `loaded`: components that wait for a dictionary are suspended and render by themselves.
  react: { useSuspense: true, bindI18n: `languageChanged ${EDITORIAL_CHANGE}` },
};

/**
 * Starts i18next. Resolves when the namespaces of the shell and of the first page are loaded; components load all others
 * on demand.
 */
export async function startI18n(language: Language, firstPage: readonly string[] = []): Promise<void> {
  await i18next
    .use(dictionaries)
    .use(initReactI18next)
    .init({ ...options, lng: language, ns: [...new Set([...SHELL_NAMESPACES, ...firstPage])] });
}

export default i18next;
