import { describe, expect, it } from 'vitest';
import { fold, foldForSearch } from './fold';

describe('text folding', () => {
  it('ignores case, accents, ligatures and the form of separators', () => {
    expect(fold('L’Île-Rousse')).toBe('l ile rousse');
    expect(fold('CŒUR Straße')).toBe('coeur strasse');
    expect(fold('がハ한')).toBe('がハ한');
  });

  it('a search also ignores punctuation and outer spaces', () => {
    expect(foldForSearch(" Hôtel & Spa, l'Île... ")).toBe('hotel spa l ile');
  });
});
