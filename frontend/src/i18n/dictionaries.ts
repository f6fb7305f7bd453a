import type { BackendModule, ResourceLanguage } from 'i18next';
import { edited } from './editorial';

/** One file per language and namespace, each a module that is loaded when first wanted. */
export const dictionaries: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    load(language, namespace).then(
      (dictionary) => done(null, edited(language, namespace, dictionary)),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

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
