import { describe, expect, it } from 'vitest';
import { languageOfPath, pathInLanguage, pathWithoutLanguage } from './language';

describe('§1.1 languages: the address names the language', () => {
  it.each([
    ['/de/hotels', 'de', '/hotels'],
    ['/de', 'de', '/'],
    ['/de/', 'de', '/'],
    ['/zh/search?destination=Calvi#map', 'zh', '/search?destination=Calvi#map'],
    ['/hotels', 'fr', '/hotels'],
    ['/', 'fr', '/'],
    ['/delices', 'fr', '/delices'],
    ['/pt/hotels', 'fr', '/pt/hotels'],
  ])('%s is %s and %s', (address, language, path) => {
    expect([languageOfPath(address), pathWithoutLanguage(address)]).toEqual([language, path]);
  });

  it.each([
    ['/hotels', 'de', '/de/hotels'],
    ['/', 'de', '/de'],
    ['/?id=1', 'de', '/de?id=1'],
    ['/#vol', 'ko', '/ko#vol'],
    ['/hotels', 'fr', '/hotels'],
    ['/', 'fr', '/'],
  ] as const)('%s in %s is %s', (path, language, address) => {
    expect(pathInLanguage(path, language)).toBe(address);
  });
});
