import * as v from 'valibot';
import { request } from './client';

/** Texts by key, nested to any depth. */
export type Translations = { readonly [key: string]: string | Translations };

const Translations: v.GenericSchema<Translations> = v.record(
  v.string(),
  v.union([v.string(), v.lazy(() => Translations)]),
);

/** Call 3: the texts of a language by namespace, with the changes of editors. */
export function fetchTranslations(language: string): Promise<Translations> {
  return request('functions/v1/translations', { query: { action: 'get', language }, schema: Translations });
}
