/** Letters that Unicode does not decompose into a base letter and an accent. */
const BASE_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ð: 'd', ł: 'l' };
const SEPARATORS = /[\s\-'’‘`´‐‑·・=＝&＆_]/u;
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * Folds a text for comparison: lower case, without accents, with a space for each hyphen, apostrophe and other
 * separator. Kana and Hangul keep their composed form.
 */
export function fold(text: string): string {
  let result = '';
  for (const character of text) result += foldCharacter(character);
  return result;
}

/** Folds a text for a search: also trims it and reduces everything but letters and digits to single spaces. */
export function foldForSearch(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The folded characters so far: normalization is slow, and texts consist of few different characters. */
const folded = new Map<string, string>();

/** Folds one character (code point), to none or several. */
export function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const result = computeFolded(character);
  folded.set(character, result);
  return result;
}

function computeFolded(character: string): string {
  if (SEPARATORS.test(character)) return ' ';
  const plain = character.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase();
  return BASE_LETTERS[plain] ?? plain;
}

/** Replaces typographic apostrophes by the one that keyboards type. */
export function straightenApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}
