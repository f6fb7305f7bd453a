import type { DateRange } from '@/dates/dateRange';
import { addDays, parseDay } from '@/dates/days';
import { LANGUAGES } from '@/i18n/language';
import { fold } from '@/text/fold';
import { NUMBER, numberOf } from './numbers';
import { allPhrases, anyOf } from './patterns';
import type { Reading } from './Reading';

const MONTHS = monthNames();
const MONTH = anyOf([...MONTHS.keys()]);
const DAY = (name: string) => String.raw`(?<!\d)(?<${name}>\d{1,2})(?!\d)(?:\.|er|st|nd|rd|th)?`;
const YEAR = (name: string) => String.raw`(?:,? *(?:de +)?(?<${name}>20\d{2})(?!\d))?`;
const OF = '(?:of|de|di|den)';
const TO = `(?: *(?:${anyOf(allPhrases('to'))}|[–—~]) *(?:(?:the|le|il|el|den|dem) +)?| +)`;
const FROM = '(?:(?<![a-z])(?:du|from|from the|vom|dal|del|fra|fra den|den|le|il|el|on|am|ab|från|fran|den)(?![a-z]) +)?';

const dayMonth = (n: 1 | 2) => `${DAY(`d${n}`)} *(?:${OF} +)?(?<m${n}>${MONTH})${YEAR(`y${n}`)}`;
const monthDay = (n: 1 | 2) => `(?<m${n}>${MONTH}) +${DAY(`d${n}`)}${YEAR(`y${n}`)}`;
const slashed = (n: 1 | 2) => String.raw`(?<!\d)(?<d${n}>\d{1,2})/(?<m${n}>\d{1,2})(?:/(?<y${n}>20\d{2}))?(?!\d)`;
const iso = (n: 1 | 2) => String.raw`(?<!\d)(?<y${n}>20\d{2}) (?<m${n}>\d{2}) (?<d${n}>\d{2})(?!\d)`;
const eastern = (n: 1 | 2) => String.raw`(?:(?<y${n}>20\d{2}) *[年년] *)?(?<m${n}>\d{1,2}) *[月월] *(?<d${n}>\d{1,2}) *[日号일]`;

/** Patterns for a range of days first, then those for a single day. */
const PATTERNS = [
  `${FROM}${dayMonth(1)}${TO}${dayMonth(2)}`,
  `${FROM}${DAY('d1')}${TO}${dayMonth(2)}`,
  `${FROM}${monthDay(1)}${TO}${monthDay(2)}`,
  `${FROM}${monthDay(1)}${TO}(?:the +)?${DAY('d2')}${YEAR('y2')}`,
  `${FROM}${slashed(1)}${TO}${slashed(2)}`,
  `${FROM}${iso(1)}${TO}${iso(2)}`,
  `${eastern(1)}${TO}${eastern(2)}(?:まで|까지)?`,
  String.raw`${eastern(1)}${TO}(?<d2>\d{1,2}) *[日号일](?:まで|까지)?`,
  `${FROM}${dayMonth(1)}`,
  `${FROM}${monthDay(1)}`,
  `${FROM}${slashed(1)}`,
  `${FROM}${iso(1)}`,
  `${eastern(1)}(?:から|부터)?`,
].map((source) => new RegExp(source, 'gu'));

const NIGHTS = new RegExp(`(?<count>${NUMBER}) *${anyOf(allPhrases('nights'))}`, 'gu');

/** The first date or range in the sentence, in the future. */
export function readDates(reading: Reading, today: string): DateRange | null {
  let dates: DateRange | null = null;
  for (const pattern of PATTERNS) {
    reading.strike(pattern, ({ groups = {} }) => {
      if (dates) return false;
      dates = rangeOf(groups, today);
      return dates !== null;
    });
  }
  return dates;
}

/** Passes each number of nights to `use`, and strikes it out if `use` returns true. */
export function readNights(reading: Reading, use: (nights: number) => boolean): void {
  reading.strike(NIGHTS, ({ groups }) => use(numberOf(groups?.['count'] ?? '')));
}

export function departureAfter(arrival: string, nights: number): string {
  return addDays(arrival, nights);
}

type Groups = Readonly<Record<string, string | undefined>>;

function rangeOf(groups: Groups, today: string): DateRange | null {
  const { d1, m1, y1, d2, m2, y2 } = groups;
  const arrival = dayFrom(today, d1, m1 ?? m2, y1 ?? y2);
  if (!arrival) return null;
  if (!d2) return { arrival, departure: null };
  const departure = dayFrom(addDays(arrival, 1), d2, m2 ?? m1, y2);
  return departure === null ? null : { arrival, departure };
}

/** The next such day from `earliest` on; null for an invalid one such as 31 April. */
function dayFrom(earliest: string, day: string | undefined, month: string | undefined, year: string | undefined): string | null {
  const digits = (number: number) => String(number).padStart(2, '0');
  const monthAndDay = `${digits(MONTHS.get(month ?? '') ?? Number(month))}-${digits(Number(day))}`;
  const thisYear = Number(earliest.slice(0, 4));
  const years = year ? [Number(year)] : [thisYear, thisYear + 1];
  return years.map((candidate) => parseDay(`${candidate}-${monthAndDay}`)).find((found) => found !== null && found >= earliest) ?? null;
}

/** The month names of all languages, long and short, in the form that dates use. */
function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of Object.keys(LANGUAGES)) {
    for (const options of [{ month: 'long' }, { month: 'short' }, { month: 'long', day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(language, options);
      for (let month = 1; month <= 12; month += 1) {
        const part = format.formatToParts(new Date(2027, month - 1, 15)).find(({ type }) => type === 'month');
        const name = fold(part?.value ?? '').replaceAll('.', '');
        // Numeric months such as '7月' have patterns of their own.
        if (name && !/\d/.test(name)) names.set(name, month);
      }
    }
  }
  return names;
}
