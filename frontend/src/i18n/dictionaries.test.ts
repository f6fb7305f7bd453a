import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import german from './de/taxi.json';
import french from './fr/villas.json';

vi.mock('./de/villas.json', () => {
  throw new Error('This dictionary fails to load');
});

describe('§1.1 languages: the dictionaries', () => {
  beforeEach(() => i18next.changeLanguage('de'));

  it('§1.1 are loaded in the reader’s language only', async () => {
    await i18next.loadNamespaces('taxi');
    expect(i18next.t('hero.heading', { ns: 'taxi' })).toBe(german.hero.heading);
    expect(i18next.hasResourceBundle('fr', 'taxi')).toBe(false);
  });

  it('§1.1 fall back to French if one fails to load', async () => {
    await i18next.loadNamespaces('villas');
    expect(i18next.t('title', { ns: 'villas' })).toBe(french.title);
    expect(i18next.t('hero.heading', { ns: 'taxi' })).toBe(german.hero.heading);
  });

  it('§1.1 fall back to French for a language that is none of the ten', async () => {
    await i18next.changeLanguage('pt-BR');
    expect(i18next.resolvedLanguage).toBe('fr');
  });
});
