import { describe, expect, it } from 'vitest';
import { firstTexts } from './firstTexts';

describe('firstTexts', () => {
  it.each([
    ['home search', ['home', 'search']],
    // A page that depends on the person has no texts of its own: an empty name would be asked for as `fr/.js`.
    ['', []],
    [undefined, []],
  ])('of data-texts %j are %j', (texts, expected) => {
    const root = document.createElement('div');
    if (texts !== undefined) root.dataset['texts'] = texts;
    expect(firstTexts(root)).toEqual(expected);
  });
});
