import { describe, expect, it } from 'vitest';
import { DESTINATIONS, findDestination } from '@/geography/destinations';
import { REGIONS } from '@/geography/regions';
import type { Language } from '@/i18n/language';
import { OTHER_NAMES } from '@/geography/placeNames';
import { understand } from './understand';

interface Sample {
  readonly city: string;
}
interface Common {
  readonly region: Readonly<Record<string, string>>;
}

/** The seed hotels of the database. */
const files = import.meta.glob<Sample[]>('../../../../schema/seed/hotels/*.json', { eager: true, import: 'default' });
const cities = [...new Set(Object.values(files).flat().map(({ city }) => city))];
const dictionaries = import.meta.glob<Common>('../../i18n/*/common.json', { eager: true, import: 'default' });

const HOTEL_IN = {
  latin: (place) => `hotel ${place}`,
  ja: (place) => `${place}のホテル`,
  ko: (place) => `${place}에 있는 호텔`,
  zh: (place) => `${place}的酒店`,
} as const satisfies Partial<Record<Language | 'latin', (place: string) => string>>;

function expectUnderstood(sentence: string, destination: string): void {
  expect([sentence, understand(sentence, '2027-06-02')]).toEqual([
    sentence,
    { findings: [{ kind: 'type', value: 'hotel' }, { kind: 'destination', value: destination }], notUnderstood: [] },
  ]);
}

describe('§1.7 AI search: every town of the sample establishments', () => {
  const values = cities.map((city) => findDestination(city)?.value ?? city);

  it('is understood by its own name', () => {
    expect(cities).toHaveLength(64);
    for (const [index, city] of cities.entries()) expectUnderstood(`hôtel à ${city}`, values[index] ?? '');
  });

  it.each(['ja', 'ko', 'zh'] as const)('has its names in %s', (language) => {
    expect(values.filter((value) => !OTHER_NAMES[language][value])).toEqual([]);
  });
});

describe('§1.7 AI search: other names of places', () => {
  it.each(['latin', 'ja', 'ko', 'zh'] as const)('%s: each is understood to the last word, as a place that is searched for', (script) => {
    for (const [value, names] of Object.entries(OTHER_NAMES[script])) {
      const known = [...DESTINATIONS.map((one) => one.value), ...REGIONS.map(({ name }) => name)];
      expect(known).toContain(value);
      for (const name of names.split('|')) expectUnderstood(HOTEL_IN[script](name), value);
    }
  });

  it.each(REGIONS)('§2.30 the region $name is understood as each language of the site calls it', ({ key, name }) => {
    for (const { region } of Object.values(dictionaries)) expectUnderstood(`hotel ${region[key]}`, name);
  });
});
