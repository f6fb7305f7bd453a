import { useState } from 'react';
import { corsicanDay, daysBetween } from '@/dates/days';
import { useTextLanguage } from '@/i18n/useFormat';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** §9 Relative age in Corsica's calendar days: 'Hier', 'Il y a N jours' under a week, then weeks under thirty days, then months. */
export function searchAge(createdAt: string, now: Date, language: string): string {
  const days = Math.max(0, daysBetween(corsicanDay(new Date(createdAt)), corsicanDay(now)));
  const sentence = ageIn(days, language);
  return sentence.charAt(0).toLocaleUpperCase(language) + sentence.slice(1);
}

function ageIn(days: number, language: string): string {
  // `numeric: 'auto'` gives 'hier' and 'aujourd’hui'. For two days it would give 'avant-hier', against the
  // specification.
  const named = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const counted = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  if (days <= 1) return named.format(-days, 'day');
  if (days < WEEK_DAYS) return counted.format(-days, 'day');
  if (days < MONTH_DAYS) return counted.format(-Math.floor(days / WEEK_DAYS), 'week');
  return counted.format(-Math.floor(days / MONTH_DAYS), 'month');
}

export function useSearchAge(createdAt: string): string {
  const [now] = useState(() => new Date());
  return searchAge(createdAt, now, useTextLanguage());
}
