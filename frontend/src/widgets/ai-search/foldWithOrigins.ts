import { foldCharacter } from '@/text/fold';

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
