import { phrasesOf, anyOf } from './patterns';
import { VOCABULARIES } from './vocabulary';

const words = new Map<string, number>();
for (const { numbers } of Object.values(VOCABULARIES)) {
  for (const [index, word] of phrasesOf(numbers).entries()) if (!words.has(word)) words.set(word, index + 1);
}
// Inflected forms of 'one' and 'two'.
for (const [word, value] of [['une', 1], ['una', 1], ['eine', 1], ['einen', 1], ['et', 1], ['ett', 1], ['二', 2], ['兩', 2]] as const) {
  words.set(word, value);
}

/** A pattern for a number up to 99 in digits, or up to ten in words. */
export const NUMBER = String.raw`(?:(?<!\d[.,]?)\d{1,2}(?![.,]?\d)|${anyOf([...words.keys()])})`;

export function numberOf(text: string): number {
  const figures = Number.parseInt(text, 10);
  return Number.isNaN(figures) ? (words.get(text) ?? 0) : figures;
}
