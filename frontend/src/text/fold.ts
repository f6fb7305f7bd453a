/** Letters that Unicode does not decompose into a base letter and an accent. */
const BASE_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ð: 'd', ł: 'l' };
const SEPARATORS = /[\s\-'’‘`´‐‑·・=＝&＆_]/u;
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Folds a text for comparison: lower case, without accents, with a space for each hyphen, apostrophe and other separator.
 * Kana and Hangul keep their composed form.
 */
export function fold(text: string): string {
  return foldWithOrigins(text).folded;
}

/** Folds a text for a search: also trims it and reduces everything but letters and digits to single spaces. */
export function foldForSearch(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The folded text and, for each of its UTF-16 code units, the index in `text` that it comes from. */
export function foldWithOrigins(text: string): { folded: string; origins: readonly number[] } {
  const origins: number[] = [];
  let folded = '';
  let index = 0;
  for (const character of text) {
    const plain = foldCharacter(character);
    for (let unit = 0; unit < plain.length; unit += 1) origins.push(index);
    folded += plain;
    index += character.length;
  }
  return { folded, origins };
}

function foldCharacter(character: string): string {
  if (SEPARATORS.test(character)) return ' ';
  const plain = character.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase();
  return BASE_LETTERS[plain] ?? plain;
}

/** Replaces typographic apostrophes by the one that keyboards type. */
export function straightenApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}
