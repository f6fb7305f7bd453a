import { describe, expect, it } from 'vitest';
import { understand } from './understand';

interface Texts {
  readonly example: Readonly<Record<string, string>>;
}
const dictionaries = import.meta.glob<Texts>('../../i18n/*/ai-search.json', { eager: true, import: 'default' });

describe('§1.7 AI search: the four examples are understood to the last word, in every language that has them', () => {
  const examples = Object.entries(dictionaries).flatMap(([file, { example }]) => Object.values(example).map((sentence) => [file, sentence] as const));

  it.each(examples)('%s: %s', (_file, sentence) => {
    const { findings, notUnderstood } = understand(sentence, '2027-06-02');
    expect(findings.length).toBeGreaterThanOrEqual(4);
    expect(notUnderstood).toEqual([]);
  });

  it('there are four to a language', () => {
    for (const { example } of Object.values(dictionaries)) expect(Object.keys(example)).toHaveLength(4);
  });
});
