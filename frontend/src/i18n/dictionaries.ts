import i18next, { type BackendModule, type ResourceLanguage } from 'i18next';
import { edited } from './editorial';
import { DEFAULT_LANGUAGE, isLanguage } from './language';

/** Languages of which a file did not come. */
const lacking = new Set<string>();

/** French lends its texts to what is none of the ten languages, and where a file did not come; else nobody fetches two languages. */
export function fallbackLanguages(code?: string): readonly string[] {
  const language = code?.split('-')[0];
  return isLanguage(language) && !lacking.has(language) ? [] : [DEFAULT_LANGUAGE];
}

/** One file per language and namespace, each a module that is loaded when first wanted. */
export const dictionaries: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const fail = (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null);
    load(language, namespace).then(
      (dictionary) => done(null, edited(language, namespace, dictionary)),
      (error: unknown) => lend(language, namespace).then(() => fail(error), fail),
    );
  },
};

async function lend(language: string, namespace: string): Promise<void> {
  lacking.add(language);
  if (language !== DEFAULT_LANGUAGE) i18next.addResourceBundle(DEFAULT_LANGUAGE, namespace, await load(DEFAULT_LANGUAGE, namespace));
}

interface Dictionary {
  readonly default: ResourceLanguage;
}

const sources = import.meta.glob<Dictionary>('./*/*.json');

/** The build knows where it has put them; in development, and while pages are drawn, they are found where they are written. */
const find = import.meta.env.PROD && !import.meta.env.SSR
  ? (language: string, namespace: string): Promise<Dictionary> => import(/* @vite-ignore */ `${import.meta.env.VITE_TEXTS}/${language}/${namespace}.js`)
  : (language: string, namespace: string): Promise<Dictionary> | undefined => sources[`./${language}/${namespace}.json`]?.();

async function load(language: string, namespace: string): Promise<ResourceLanguage> {
  const dictionary = await find(language, namespace);
  return dictionary?.default ?? {};
}
