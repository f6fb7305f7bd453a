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
  /** 14:30, of a time of day that comes so */
  time(value: string): string;
  /** calme, clair et grand */
  list(words: readonly string[]): string;
}

/** Numbers, prices in euros, dates, times and lists as the page's language writes them. */
export function useFormat(): Formats {
  return formatsOf(useTextLanguage());
}

const formats = new Map<Language, Formats>();

/** Made once for each language: the browser takes a millisecond to make one of its formatters, and a page has a hundred cards. */
function formatsOf(language: Language): Formats {
  const known = formats.get(language) ?? makeFormats(language);
  formats.set(language, known);
  return known;
}

function makeFormats(language: Language): Formats {
  const number = numbers(language, {});
  const price = numbers(language, { style: 'currency', currency: 'EUR' });
  const long = dates(language, { dateStyle: 'long' });
  const short = dates(language, { weekday: 'short', day: 'numeric', month: 'short' });
  const withTime = dates(language, { dateStyle: 'long', timeStyle: 'short' });
  const time = dates(language, { timeStyle: 'short' });
  return {
    number: (value, digits) => number(digits).format(value),
    price: (euros) => price(Number.isInteger(euros) ? 0 : 2).format(euros),
    date: (value) => long().format(toDate(value)),
    shortDate: (value) => short().format(toDate(value)),
    dateTime: (value) => withTime().format(toDate(value)),
    time: (value) => time().format(toDate(`2000-01-01T${value}`)),
    list: (words) => new Intl.ListFormat(language).format(words),
  };
}

function dates(language: Language, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => (format ??= new Intl.DateTimeFormat(language, options));
}

/** By the count of digits behind the point; without one, as the language would have it. */
function numbers(language: Language, options: Intl.NumberFormatOptions): (digits?: number) => Intl.NumberFormat {
  const made = new Map<number | undefined, Intl.NumberFormat>();
  return (digits) => {
    const exactly = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = made.get(digits) ?? new Intl.NumberFormat(language, { ...options, ...exactly });
    made.set(digits, format);
    return format;
  };
}
