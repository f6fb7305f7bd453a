import { useTranslation } from 'react-i18next';
import { CORSICAN_TIME_ZONE, noonOf, parseDay } from '@/dates/days';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from './language';

/** The language of the texts on the page, which is French if the chosen language fell back to it. */
export function useTextLanguage(): Language {
  const { i18n } = useTranslation();
  return isLanguage(i18n.resolvedLanguage) ? i18n.resolvedLanguage : DEFAULT_LANGUAGE;
}

/** Parses an ISO date or date-time. A date without a time is that day in Corsica, like all days that are shown. */
function toDate(value: string | Date): Date {
  if (value instanceof Date) return value;
  return parseDay(value) ? noonOf(value) : new Date(value);
}

/** The formatters of one language. */
export interface Formats {
  number(value: number, digits?: number): string;
  price(euros: number): string;
  /** 12 juin 2027 */
  date(value: string | Date): string;
  /** sam. 12 juin */
  shortDate(value: string | Date): string;
  /** 12 juin */
  dayAndMonth(value: string | Date): string;
  /** 12 juin 2027 à 14:30, in Corsica's time */
  dateTime(value: string | Date): string;
  /** 14:30, from `HH:MM` */
  time(value: string): string;
  /** calme, clair et grand */
  list(words: readonly string[]): string;
}

/** Formats numbers, prices in euros, dates and times of Corsica, and lists in the page's language. */
export function useFormat(): Formats {
  return formatsOf(useTextLanguage());
}

const formats = new Map<Language, Formats>();

/**
 * Caches the formatters by language: creating an `Intl` formatter takes about a millisecond, and pages show many cards.
 */
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
  const dayAndMonth = dates(language, { day: 'numeric', month: 'short' });
  const withTime = dates(language, { dateStyle: 'long', timeStyle: 'short' });
  const time = dates(language, { timeStyle: 'short', timeZone: 'UTC' });
  return {
    number: (value, digits) => number(digits).format(value),
    price: (euros) => price(Number.isInteger(euros) ? 0 : 2).format(euros),
    date: (value) => long().format(toDate(value)),
    shortDate: (value) => short().format(toDate(value)),
    dayAndMonth: (value) => dayAndMonth().format(toDate(value)),
    dateTime: (value) => withTime().format(toDate(value)),
    time: (value) => time().format(new Date(`2000-01-01T${value}Z`)),
    list: (words) => new Intl.ListFormat(language).format(words),
  };
}

function dates(language: Language, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined;
  return () => (format ??= new Intl.DateTimeFormat(language, { timeZone: CORSICAN_TIME_ZONE, ...options }));
}

/** Number formatters by the number of fraction digits; without one, the language's default. */
function numbers(language: Language, options: Intl.NumberFormatOptions): (digits?: number) => Intl.NumberFormat {
  const made = new Map<number | undefined, Intl.NumberFormat>();
  return (digits) => {
    const exactly = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const format = made.get(digits) ?? new Intl.NumberFormat(language, { ...options, ...exactly });
    made.set(digits, format);
    return format;
  };
}
