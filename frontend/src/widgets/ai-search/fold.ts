/** Letters that are not a plain one with an accent. */
const SPELT_OUT: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ð: 'd', ł: 'l' };
const SEPARATORS = /[\s\-'’‘`´‐‑·・=＝&＆_]/u;
const ACCENTS = /[\u0300-\u036f]/g;

/** For comparing: neither case nor accents count, and what parts two words is a space. Kana and Hangul stay whole. */
export function fold(text: string): string {
  return foldWithOrigins(text).folded;
}

/** The same, with the place in the text from which each folded character comes. */
export function foldWithOrigins(text: string): { folded: string; origins: readonly number[] } {
  const origins: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const plain = foldCharacter(character);
    for (let index = 0; index < plain.length; index += 1) origins.push(at);
    folded += plain;
    at += character.length;
  }
  return { folded, origins };
}

function foldCharacter(character: string): string {
  if (SEPARATORS.test(character)) return ' ';
  const plain = character.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFC').toLowerCase();
  return SPELT_OUT[plain] ?? plain;
}
