import { describe, expect, it } from 'vitest';
import { firstTexts } from './firstTexts';

describe('firstTexts', () => {
  it.each([
    ['home search', ['home', 'search']],
    // A page that depends on the person lists no namespaces; an empty name would be requested as `fr/.js`.
    ['', []],
    [undefined, []],
  ])('reads data-texts %j as %j', (texts, expected) => {
    const root = document.createElement('div');
    if (texts !== undefined) root.dataset['texts'] = texts;
    expect(firstTexts(root)).toEqual(expected);
  });
});
