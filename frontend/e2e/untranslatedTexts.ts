import type { Page } from '@playwright/test';
import { pageTexts } from './pageTexts';

/** A missing text shows its key: words separated by dots or colons. */
const KEY = /^[a-z][\w-]*(?:[.:][a-z][\w-]*)+$/i;
/** French words that no other language and no name of an establishment contains in this spelling. */
const FRENCH =
  /(?<!\p{L})(?:[Rr]éserver|réservations?|nuits?|hôtels?|[Hh]ébergements?|[Vv]oyageurs?|avis|[Rr]echercher|étoiles?|[Aa]rrivée|[Dd]épart|[Éé]quipements?|Accueil|Aucune?)(?!\p{L})/u;

/** The page's texts that are a key, or French although the page and the text's own `lang` say otherwise. */
export async function untranslatedTexts(page: Page, language: string): Promise<string[]> {
  const texts = await pageTexts(page);
  const keys = texts.filter(({ text }) => KEY.test(text));
  const french = texts.filter((said) => language !== 'fr' && said.language !== 'fr' && FRENCH.test(said.text));
  return [...keys, ...french].map(({ text }) => text);
}
