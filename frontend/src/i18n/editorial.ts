import type { i18n, ResourceLanguage } from 'i18next';
import { fetchTranslations, type Translations } from '@/api/translations';
import { ApiError } from '@/api/errors';
import { currentLanguage } from './language';

const RETRIES = 5;
const FIRST_WAIT_MS = 350;

/** Said by the i18next instance once edited texts have taken the place of shown ones. */
export const EDITED = 'edited';

/** The backend's texts, by language: `{namespace: {key: …}}`. */
const editions = new Map<string, Translations>();

/**
 * Fetches the backend's texts, in which editors may have changed some, once per language and after the page stands. The
 * bundled ones show meanwhile, and stay when the backend fails.
 */
export function followEditors(instance: i18n): void {
  const asked = new Set<string>();
  const ask = () => {
    const language = currentLanguage();
    if (asked.has(language)) return;
    asked.add(language);
    void overlay(instance, language);
  };
  ask();
  instance.on('languageChanged', ask);
}

/** A namespace's bundled texts with the backend's laid over them, as far as those have come. */
export function edited(language: string, namespace: string, bundled: ResourceLanguage): ResourceLanguage {
  const texts = editions.get(language)?.[namespace];
  return typeof texts === 'object' ? merge(bundled, texts) : bundled;
}

async function overlay(instance: i18n, language: string): Promise<void> {
  try {
    const edition = await withRetries(() => fetchTranslations(language));
    editions.set(language, edition);
    let changed = false;
    for (const [namespace, texts] of Object.entries(edition)) {
      const shown: unknown = instance.getResourceBundle(language, namespace);
      // Only a change is worth drawing the page anew; a namespace that is not loaded yet takes its texts when it is.
      if (typeof texts === 'object' && isDictionary(shown) && changes(shown, texts)) {
        instance.addResourceBundle(language, namespace, merge(shown, texts), false, true);
        changed = true;
      }
    }
    if (changed) instance.emit(EDITED);
  } catch (error) {
    console.warn(`No edited texts for ${language}; the bundled ones stay`, error);
  }
}

function isDictionary(value: unknown): value is ResourceLanguage {
  return typeof value === 'object' && value !== null;
}

function changes(shown: ResourceLanguage, texts: Translations): boolean {
  return Object.entries(texts).some(([key, text]) => {
    const current: unknown = shown[key];
    return typeof text === 'object' && isDictionary(current) ? changes(current, text) : current !== text;
  });
}

/** A text takes the place of a text and a group that of a group; never one of the other. */
function merge(bundled: ResourceLanguage, texts: Translations): ResourceLanguage {
  const merged: ResourceLanguage = { ...bundled };
  for (const [key, text] of Object.entries(texts)) {
    const current: unknown = bundled[key];
    if (typeof text === 'object') merged[key] = merge(isDictionary(current) ? current : {}, text);
    else if (!isDictionary(current)) merged[key] = text;
  }
  return merged;
}

/** A refusal will not change by asking again; a lost or overloaded backend may. */
function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

async function withRetries<T>(call: () => Promise<T>, retries = RETRIES, wait = FIRST_WAIT_MS): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (retries === 0 || !isPassing(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return withRetries(call, retries - 1, wait * 2);
  }
}
