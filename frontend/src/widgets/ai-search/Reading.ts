import { foldWithOrigins } from './foldWithOrigins';

/** Stands where something has been understood. */
const STRUCK = '\u0000';

/** A sentence being read: what has been understood is struck out, what is left at the end has not been. */
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

  /** Goes through the matches of a global pattern and strikes out those that meant something. */
  strike(pattern: RegExp, means: (match: RegExpExecArray) => boolean): void {
    for (const match of this.#text.matchAll(pattern)) {
      if (match[0] && means(match)) this.#strikeOut(match.index, match.index + match[0].length);
    }
  }

  /** How a part of the folded text was written. */
  written(from: number, to: number): string {
    const start = this.#origins[from] ?? this.#sentence.length;
    const end = this.#origins[to] ?? this.#sentence.length;
    return this.#sentence.slice(start, end).trim();
  }

  /** What nobody understood, as it was written; words that stand side by side together. */
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
