import { renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { useFormat } from './useFormat';

describe('§1.1 formats follow the reader’s language', () => {
  it.each([
    ['fr', '14:00'],
    ['en', '2:00 PM'],
    ['da', '14.00'],
    ['ja', '14:00'],
  ])('§1.1 a time of day in %s', async (language, written) => {
    await i18next.changeLanguage(language);
    const { result } = renderHook(() => useFormat());
    expect(result.current.time('14:00').replaceAll(/\s/g, ' ')).toBe(written);
  });

  it('§1.1 days and moments are Corsica’s', async () => {
    await i18next.changeLanguage('fr');
    const { result } = renderHook(() => useFormat());
    const format = result.current;
    expect([format.date('2027-07-01'), format.date('2027-06-30T22:30:00Z'), format.dateTime(new Date('2027-06-30T22:30:00Z'))]).toEqual([
      '1 juillet 2027', '1 juillet 2027', '1 juillet 2027 à 00:30',
    ]);
  });

  it.each([
    ['fr', 'a, b et c'],
    ['de', 'a, b und c'],
    ['ja', 'a、b、c'],
    ['zh', 'a、b和c'],
  ])('§1.1 a list in %s', async (language, written) => {
    await i18next.changeLanguage(language);
    const { result } = renderHook(() => useFormat());
    expect(result.current.list(['a', 'b', 'c'])).toBe(written);
  });
});
