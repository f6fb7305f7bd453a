import type { i18n } from 'i18next';
import { fetchTranslations, type Translations } from '@/api/translations';
import { ApiError } from '@/api/errors';
import { currentLanguage } from './language';

const RETRIES = 5;
const FIRST_WAIT_MS = 350;
const KEY_SEPARATOR = '.';

/**
 * Lays the texts that editors changed over the bundled ones, once per language and after the page stands. Keys read
 * `namespace.key.key`. On failure the bundled texts stay.
 */
export function followEditors(instance: i18n): void {
  const asked = new Set<string>();
  const ask = (language: string) => {
    if (asked.has(language)) return;
    asked.add(language);
    void overlay(instance, language);
  };
  const askCurrent = () => ask(currentLanguage());
  askCurrent();
  instance.on('languageChanged', askCurrent);
}

async function overlay(instance: i18n, language: string): Promise<void> {
  try {
    const texts = await withRetries(() => fetchTranslations(language));
    for (const [path, text] of flatten(texts)) {
      const [namespace, ...key] = path.split(KEY_SEPARATOR);
      if (namespace && key.length > 0) {
        instance.addResource(language, namespace, key.join(KEY_SEPARATOR), text);
      }
    }
  } catch (error) {
    console.warn(`No edited texts for ${language}; the bundled ones stay`, error);
  }
}

function flatten(texts: Translations, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, prefix + key + KEY_SEPARATOR),
  );
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
