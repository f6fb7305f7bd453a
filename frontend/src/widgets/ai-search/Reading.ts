import { foldWithOrigins } from './foldWithOrigins';

/** Replaces the characters of a recognised phrase. */
const STRUCK = '\u0000';

/** The state of the parser: a folded sentence in which recognised phrases are struck out. */
export class Reading {
  readonly #sentence: string;
  readonly #origins: readonly number[];
  #text: string;

  constructor(sentence: string) {
    this.#sentence = sentence.normalize('NFC');
    const { folded, origins } = foldWithOrigins(this.#sentence);
    this.#text = folded;
    this.#origins = origins;
  }

  /** Strikes out the matches of a global pattern for which `means` returns true. */
  strike(pattern: RegExp, means: (match: RegExpExecArray) => boolean): void {
    for (const match of this.#text.matchAll(pattern)) {
      if (match[0] && means(match)) this.#strikeOut(match.index, match.index + match[0].length);
    }
  }

  /** The original text of a range of the folded text. */
  written(from: number, to: number): string {
    const start = this.#origins[from] ?? this.#sentence.length;
    const end = this.#origins[to] ?? this.#sentence.length;
    return this.#sentence.slice(start, end).trim();
  }

  /** The words that are left, as written. Adjacent words form one entry. */
  rest(isIgnored: (word: string) => boolean): string[] {
    const groups: { from: number; to: number }[] = [];
    for (const { segment, index, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(this.#text)) {
      if (!isWordLike || isIgnored(segment)) continue;
      const last = groups.at(-1);
      const to = index + segment.length;
      if (last && /^ ?$/.test(this.#text.slice(last.to, index))) last.to = to;
      else groups.push({ from: index, to });
    }
    return groups.map(({ from, to }) => this.written(from, to));
  }

  #strikeOut(from: number, to: number): void {
    this.#text = this.#text.slice(0, from) + STRUCK.repeat(to - from) + this.#text.slice(to);
  }
}
