import { describe, expect, it } from 'vitest';
import { BUILT_IN_HOTELS } from '@/sample-content/builtInHotels';
import { REGION_HOTELS } from '@/sample-content/regionHotels';
import i18next from '@/i18n';
import { LANGUAGE_CODES } from '@/i18n/language';
import { hotelFacts, regionFacts } from './sampleFacts';

const IDS = [...BUILT_IN_HOTELS, ...REGION_HOTELS].map(({ id }) => String(id));

describe.each(LANGUAGE_CODES)('§1.1 what a server knows of the sample content: %s', (language) => {
  it('has every sample hotel with two paragraphs in the language of the document', async () => {
    await i18next.changeLanguage(language);
    const { hotels, names } = await hotelFacts(language);
    expect(hotels.map(({ id }) => id)).toEqual(IDS);
    for (const { id, description, images, price_per_night: price } of hotels) {
      expect(description, id).toMatch(/^[^\n]+\n[^\n]+$/);
      expect(description, id).not.toMatch(/items\./);
      expect(images, id).toHaveLength(1);
      expect(price, id).toBeGreaterThan(0);
    }
    expect(names).toMatchObject({ 'les palmiers': '1', 'les mouettes': 'hotel-les-mouettes', napoleon: 'hotel-napoleon' });
  });

  it('has every region with its towns and hotels', async () => {
    await i18next.changeLanguage(language);
    const { regions } = await regionFacts(language);
    expect(regions.flatMap(({ hotels }) => hotels.map(({ id }) => id))).toEqual(REGION_HOTELS.map(({ id }) => id));
    expect(regions.map(({ query }) => query)).toContain('region=Golfe+de+Porto');
    for (const { heading, title, text, towns } of regions) {
      expect(title).toContain(heading);
      expect(text).not.toMatch(/^regions\./);
      expect(towns).toHaveLength(4);
    }
  });
});

it('the texts are those of the language', async () => {
  await i18next.changeLanguage('de');
  const german = await regionFacts('de');
  await i18next.changeLanguage('ja');
  const japanese = await regionFacts('ja');
  expect(german.regions[0]?.heading).not.toBe(japanese.regions[0]?.heading);
});
