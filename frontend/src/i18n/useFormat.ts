import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from './language';

/** The language that the texts on the page really have, which French may lend. */
export function useTextLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : DEFAULT_LANGUAGE;
}

/** Dates come as `YYYY-MM-DD` or with a time; a bare day is that day everywhere. */
function toDate(value: string | Date): Date {
  if (value instanceof Date) return value;
  return new Date(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00` : value);
}

export interface Formats {
  number(value: number, digits?: number): string;
  price(euros: number): string;
  /** 12 juin 2027 */
  date(value: string | Date): string;
  /** sam. 12 juin */
  shortDate(value: string | Date): string;
  /** 12 juin 2027 à 14:30 */
  dateTime(value: string | Date): string;
}

/** Numbers, prices in euros and dates as the page's language writes them. */
export function useFormat(): Formats {
  const language = useTextLanguage();
  return useMemo(() => {
    const long = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
    const short = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short' });
    const withTime = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
    return {
      number: (value, digits) =>
        new Intl.NumberFormat(
          language,
          digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
        ).format(value),
      price: (euros) =>
        new Intl.NumberFormat(language, {
          style: 'currency',
          currency: 'EUR',
          minimumFractionDigits: Number.isInteger(euros) ? 0 : 2,
        }).format(euros),
      date: (value) => long.format(toDate(value)),
      shortDate: (value) => short.format(toDate(value)),
      dateTime: (value) => withTime.format(toDate(value)),
    };
  }, [language]);
}
