import type { i18n, ResourceLanguage } from 'i18next';
import { fetchTranslations, type Translations } from '@/api/translations';
import { isTransient, retryDelay } from '@/api/retry';
import { currentLanguage } from './language';

const RETRIES = 5;
const FIRST_BACKOFF_MS = 350;

/** Event of the i18next instance: editorial texts have replaced texts of a loaded namespace. */
export const EDITORIAL_CHANGE = 'editorialChange';

/** The backend's texts by language: `{namespace: {key: …}}`. */
const fetched = new Map<string, Translations>();
let haveEdited = false;

/**
 * Whether editors have changed texts of this page. A part of a prerendered page that hydrates afterwards then differs from
 * its document.
 */
export function haveEditorsChangedTexts(): boolean {
  return haveEdited;
}

/**
 * Fetches the backend's texts, which editors can change, once for the current language and once for every language that
 * the person switches to. Bundled texts are shown until then, and also if the backend fails.
 */
export function loadEditorialTexts(instance: i18n): void {
  const requested = new Set<string>();
  const load = () => {
    const language = currentLanguage();
    if (requested.has(language)) return;
    requested.add(language);
    void overlay(instance, language);
  };
  load();
  instance.on('languageChanged', load);
}

/** Merges the backend's texts of a namespace, as far as they are fetched, into its bundled texts. */
export function withEditorialTexts(language: string, namespace: string, bundled: ResourceLanguage): ResourceLanguage {
  const texts = fetched.get(language)?.[namespace];
  if (typeof texts !== 'object') return bundled;
  haveEdited ||= differs(bundled, texts);
  return merge(bundled, texts);
}

async function overlay(instance: i18n, language: string): Promise<void> {
  try {
    const translations = await withRetries(() => fetchTranslations(language));
    fetched.set(language, translations);
    let changed = false;
    for (const [namespace, texts] of Object.entries(translations)) {
      const shown: unknown = instance.getResourceBundle(language, namespace);
      // Without a difference the page need not render again. Namespaces that load later call `withEditorialTexts`.
      if (typeof texts === 'object' && isDictionary(shown) && differs(shown, texts)) {
        instance.addResourceBundle(language, namespace, merge(shown, texts), false, true);
        changed = true;
        haveEdited = true;
      }
    }
    if (changed) instance.emit(EDITORIAL_CHANGE);
  } catch (error) {
    console.warn(`Could not fetch the editorial texts for ${language}; showing the bundled ones`, error);
  }
}

function isDictionary(value: unknown): value is ResourceLanguage {
  return typeof value === 'object' && value !== null;
}

/** Whether `texts` would change any of the shown texts. */
function differs(shown: ResourceLanguage, texts: Translations): boolean {
  return Object.entries(texts).some(([key, text]) => {
    const current: unknown = shown[key];
    return typeof text === 'object' && isDictionary(current) ? differs(current, text) : current !== text;
  });
}

/** Deep merge. A text replaces only a text and a group is merged only into a group; anything else is ignored. */
function merge(bundled: ResourceLanguage, texts: Translations): ResourceLanguage {
  const merged: ResourceLanguage = { ...bundled };
  for (const [key, text] of Object.entries(texts)) {
    const current: unknown = bundled[key];
    if (typeof text === 'object') merged[key] = merge(isDictionary(current) ? current : {}, text);
    else if (!isDictionary(current)) merged[key] = text;
  }
  return merged;
}

/** Retries with exponential backoff: each wait is twice as long as the one before, or longer if the server asks for it. */
async function withRetries<T>(call: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (failures === RETRIES || !isTransient(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryDelay(failures, error, FIRST_BACKOFF_MS)));
    return withRetries(call, failures + 1);
  }
}
