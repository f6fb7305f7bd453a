import i18next, { type BackendModule, type ResourceLanguage } from 'i18next';
import { reloadForLostChunk } from '@/browser/lostChunk';
import { withEditorialTexts } from './editorial';
import { DEFAULT_LANGUAGE, isLanguage } from './language';

/** Languages with a dictionary that failed to load. */
const incomplete = new Set<string>();

/**
 * The languages that i18next looks a text up in after `code`: French for a language that is none of the ten and for one
 * with a dictionary that failed to load, otherwise none, so that no page fetches the dictionaries of two languages.
 */
export function fallbackLanguages(code?: string): readonly string[] {
  const language = code?.split('-')[0];
  return isLanguage(language) && !incomplete.has(language) ? [] : [DEFAULT_LANGUAGE];
}

/** The i18next backend. It loads one JavaScript module per language and namespace, on first use. */
export const dictionaries: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const fail = (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null);
    load(language, namespace).then(
      (dictionary) => done(null, withEditorialTexts(language, namespace, dictionary)),
      (error: unknown) => {
        // The reload fetches the dictionaries of the current build; until then, the components stay suspended.
        if (reloadForLostChunk(error)) return;
        loadFallback(language, namespace).then(() => fail(error), fail);
      },
    );
  },
};

async function loadFallback(language: string, namespace: string): Promise<void> {
  incomplete.add(language);
  if (language !== DEFAULT_LANGUAGE) i18next.addResourceBundle(DEFAULT_LANGUAGE, namespace, await load(DEFAULT_LANGUAGE, namespace));
}

interface Dictionary {
  readonly default: ResourceLanguage;
}

const sources = import.meta.glob<Dictionary>('./*/*.json');

/** Imports from the build's output in production, and from the sources in development and during prerendering. */
const importDictionary = import.meta.env.PROD && !import.meta.env.SSR
  ? (language: string, namespace: string): Promise<Dictionary> => import(/* @vite-ignore */ `${import.meta.env.VITE_TEXTS}/${language}/${namespace}.js`)
  : (language: string, namespace: string): Promise<Dictionary> | undefined => sources[`./${language}/${namespace}.json`]?.();

async function load(language: string, namespace: string): Promise<ResourceLanguage> {
  const dictionary = await importDictionary(language, namespace);
  return dictionary?.default ?? {};
}
