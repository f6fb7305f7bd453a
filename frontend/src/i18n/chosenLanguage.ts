import { localStore } from '@/browser/storage';
import i18next from '.';
import type { Language } from './language';

/** `redirectToLanguage` reads this key when the person comes back. */
const LANGUAGE_KEY = 'i18nextLng';

/** Changes the language of the page, and remembers it. */
export async function chooseLanguage(language: Language): Promise<void> {
  await i18next.changeLanguage(language);
  localStore.set(LANGUAGE_KEY, language);
}
