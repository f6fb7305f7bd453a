import type { Reading } from './Reading';
import { allPhrases, anyOf } from './patterns';

const CURRENCY = '(?:€|(?<![a-z])(?:eur|euros?)(?![a-z])|ユーロ|유로|欧元|欧)';
const AMOUNT = String.raw`(?<!\d[.,]?)(?:\d{1,3}(?:[ .,]\d{3})+|\d{2,4})(?![\d/])`;
const amount = (name: string) => `(?:${CURRENCY} *)?(?<${name}>${AMOUNT})`;
const to = `(?: *(?:${anyOf(allPhrases('to'))}|[–—~]) *| +)`;

const BETWEEN = new RegExp(`(?:${anyOf(allPhrases('between'))} *)?${amount('low')} *${CURRENCY}?${to}${amount('high')}(?: *${CURRENCY})?`, 'gu');
const SOME_CURRENCY = new RegExp(CURRENCY, 'u');
const UP_TO = new RegExp(
  `(?:${anyOf(allPhrases('upTo'))}[ :]*)+${amount('high')}(?: *${CURRENCY})?|${amount('after')} *${CURRENCY}? *${anyOf(allPhrases('orLess'))}`,
  'gu',
);
const AT_LEAST = new RegExp(
  `${anyOf(allPhrases('atLeast'))} *${amount('low')} *${CURRENCY}|${amount('after')} *${CURRENCY} *${anyOf(allPhrases('orMore'))}`,
  'gu',
);
/** A bare amount is an upper limit. */
const BARE = new RegExp(`${CURRENCY} *(?<high>${AMOUNT})|(?<after>${AMOUNT}) *${CURRENCY}`, 'gu');

const LEAST = 10;

export interface PriceWish {
  readonly low: number | null;
  readonly high: number | null;
}

/** The limits for the price per night. */
export function readPrice(reading: Reading): PriceWish | null {
  let low: number | null = null;
  let high: number | null = null;
  reading.strike(BETWEEN, ({ 0: match, groups }) => {
    const [from, until] = [euros(groups?.['low']), euros(groups?.['high'])];
    if (!SOME_CURRENCY.test(match) || from === null || until === null || from >= until || high !== null) return false;
    [low, high] = [from, until];
    return true;
  });
  reading.strike(UP_TO, ({ groups }) => {
    const most = euros(groups?.['high'] ?? groups?.['after']);
    if (most === null || high !== null) return false;
    high = most;
    return true;
  });
  reading.strike(AT_LEAST, ({ groups }) => {
    const least = euros(groups?.['low'] ?? groups?.['after']);
    if (least === null || low !== null || (high !== null && least >= high)) return false;
    low = least;
    return true;
  });
  reading.strike(BARE, ({ groups }) => {
    const most = euros(groups?.['high'] ?? groups?.['after']);
    if (most === null || high !== null || low !== null) return false;
    high = most;
    return true;
  });
  return low === null && high === null ? null : { low, high };
}

function euros(text: string | undefined): number | null {
  const value = Number.parseInt((text ?? '').replaceAll(/[ .,]/g, ''), 10);
  return Number.isNaN(value) || value < LEAST ? null : value;
}
