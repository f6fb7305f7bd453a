import type { Language } from './language';

/** Frequent words that tell the languages in Latin letters apart. */
const WORDS: readonly (readonly [Language, ReadonlySet<string>])[] = [
  ['fr', words('à au aux avec ce ces cette dans de des du elle en est et il la le les leur mais nos notre nous ou où par pas plus pour qui que sa se ses son sont sous sur un une vos votre vous')],
  ['en', words('a an and are as at by for from has have in into is it its of on only our that the their there this to under where which who with you your')],
  ['de', words('am auf aus bei bis das dem den der des die ein eine einem einen einer für hat im in ist mit nach nicht nur oder sich sie sind über um und unter vom von vor wir wo zu zum zur')],
  ['it', words('a al alla alle anche che chi ci con da dal dalla dei del della delle di dove e è ed gli i il in la le lo nel nella non per più si sono su sul sulla tra tutti un una uno')],
  ['es', words('a al aquí con de del desde donde e el en entre es está la las lo los más ni no nuestra o para por que se sin sobre son su sus también tras un una y ya')],
  ['da', words('af alle at blot der den det du en er et for fra hvor i ikke kun man med mellem men nogle når og om over på som til ud under ved vi vores')],
  ['sv', words('alla att av bara de den det du där en ett för från här i inte mellan med men när några och om på som till under ut vår våra vi vid är över')],
];

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** The language that a text is written in, as far as it is one of the ten and the text is long enough to tell. */
export function languageOf(text: string): Language | null {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  if (/[\uac00-\ud7af]/.test(text)) return 'ko';
  if (/[\u4e00-\u9fff]/.test(text)) return 'zh';
  const found = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = WORDS.map(([language, frequent]) => ({ language, score: found.filter((word) => frequent.has(word)).length }));
  const [best, second] = scores.toSorted((a, b) => b.score - a.score);
  return best && second && best.score > 1 && best.score > second.score ? best.language : null;
}
