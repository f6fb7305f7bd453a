import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES } from '@/i18n/language';
import { languageOf } from '@/i18n/languageOf';
import { fingerprint } from '@/text/fingerprint';
import { SEEDED_HOTELS } from '@/testing/seededHotels';
import sources from './sources.json';
import { SOURCE_LANGUAGE, translationOf } from './translations';

const seeded = [...SEEDED_HOTELS.values()];

describe.each(LANGUAGE_CODES.filter((code) => code !== SOURCE_LANGUAGE))('the descriptions in the database, in the language %s', (language) => {
  it('are all translated, each into its own text', async () => {
    const texts = await Promise.all(seeded.map(({ id, description }) => translationOf(id, description, language)));
    const missing = seeded.filter((_, index) => !texts[index]).map(({ id }) => id);
    expect(missing).toEqual([]);
    expect(new Set(texts).size).toBe(seeded.length);
    for (const text of texts) expect(languageOf(text ?? ''), text ?? '').toBe(language);
  });
});

describe('a translation of a description', () => {
  it('has the fingerprint of the description; after a change, translate it anew, then correct the fingerprint', () => {
    const fingerprints = Object.entries(sources).map(([id, [, source]]) => [id, source]);
    expect(fingerprints).toEqual(seeded.toSorted((a, b) => a.id - b.id).map(({ id, description }) => [String(id), fingerprint(description)]));
  });

  it('is of that description only, not of what an administrator wrote since', async () => {
    const [hotel] = seeded;
    expect(await translationOf(hotel?.id ?? 0, `${hotel?.description} Nouveau !`, 'de')).toBeNull();
    expect(await translationOf(161, 'Une maison.', 'de')).toBeNull();
  });
});
