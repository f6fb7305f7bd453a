import type { Reading } from './Reading';
import { NUMBER, numberOf } from './numbers';
import { allPhrases, anyOf } from './patterns';

/** Units that show that the number after 'for' does not count guests. */
const NOT_PEOPLE = String.raw` *(?:€|%|eur|euros?|jours?|days?|tage?n?|giorn[io]|dias?|dag(?:e|ar)?|semaines?|weeks?|wochen?|settiman[ae]|semanas?|uger?|vecko?r?|etoiles?|stars?|sterne?|stelle|estrellas|stjerner|stjarnor|km|ユーロ|유로|欧|${anyOf(allPhrases('nights'))}|\d|[/.]\d)`;
const PEOPLE = new RegExp(`(?<count>${NUMBER}) *(?:${anyOf(allPhrases('people'))})`, 'gu');
const FOR_SO_MANY = new RegExp(`${anyOf(allPhrases('forPeople'))} +(?<count>${NUMBER})(?!${NOT_PEOPLE})(?! *[a-z]*[/])`, 'gu');
const FAMILY_WORDS = new Set(['famille', 'family', 'familie', 'famiglia', 'familia', 'familj', 'groupe', 'group', 'gruppe', 'gruppo', 'grupo', 'grupp', 'party']);
const MOST = 20;

/** The number of guests: the sum of all counted people, else the number after 'for'. */
export function readGuests(reading: Reading): number | null {
  let sum = 0;
  reading.strike(PEOPLE, ({ groups }) => {
    const count = numberOf(groups?.['count'] ?? '');
    const plausible = count > 0 && count <= MOST;
    if (plausible) sum += count;
    return plausible;
  });
  if (sum > 0) return sum;
  reading.strike(FOR_SO_MANY, ({ 0: match, groups }) => {
    const text = groups?.['count'] ?? '';
    const count = numberOf(text);
    // The article in 'pour un week-end' is no count.
    const isWord = !/\d/.test(text);
    const plausible = sum === 0 && count <= MOST && (count > 1 || (count === 1 && !isWord));
    const saysFamily = match.split(' ').some((word) => FAMILY_WORDS.has(word));
    if (!plausible && !saysFamily) return false;
    if (plausible) sum = count;
    return plausible;
  });
  return sum > 0 ? sum : null;
}
