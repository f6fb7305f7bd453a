import type { BackendModule, ResourceLanguage } from 'i18next';
import { edited } from './editorial';

type Dictionary = { default: ResourceLanguage };

/** One file per language and namespace, each its own chunk, fetched when first wanted. */
const files = import.meta.glob<Dictionary>('./*/*.json');

/** A file that does not exist answers an empty dictionary: French then speaks for it. */
export const dictionaries: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = files[`./${language}/${namespace}.json`];
    if (!load) {
      done(null, edited(language, namespace, {}));
      return;
    }
    load().then(
      (dictionary) => done(null, edited(language, namespace, dictionary.default)),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};
