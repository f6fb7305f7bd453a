/** Names of mail providers that are often mistyped. */
const PROVIDERS = [
  'gmail', 'googlemail', 'outlook', 'hotmail', 'icloud', 'yahoo', 'orange', 'wanadoo', 'free', 'laposte', 'live', 'bbox', 'libero', 'protonmail',
];
/** Endings that are almost always a mistyped `com`. */
const TYPOS_OF_COM = new Set(['con', 'cmo', 'cim', 'cpm', 'xom', 'vom', 'comm', 'ocm', 'coom']);
/** Names of fewer characters allow one typo only, since real names differ from them by two. */
const LONG_NAME = 5;

/** Why an address looks mistyped: it is `incomplete`, or a similar one is more likely. Null for no doubt. */
export type EmailDoubt = { readonly kind: 'incomplete' } | { readonly kind: 'suggestion'; readonly address: string } | null;

/** Doubts an e-mail address, without refusing it: any address may be sent. */
export function emailDoubt(text: string): EmailDoubt {
  const address = text.trim();
  if (!address) return null;
  const [, person, provider, ending] = /^([^\s@]+)@([^\s@]+)\.([^\s@.]{2,})$/.exec(address) ?? [];
  if (!person || !provider || !ending) return { kind: 'incomplete' };
  const typed = provider.toLowerCase();
  const meant = PROVIDERS.includes(typed) ? typed : PROVIDERS.find((known) => isTypo(typed, known));
  const meantEnding = TYPOS_OF_COM.has(ending.toLowerCase()) ? 'com' : ending;
  if ((meant ?? typed) === typed && meantEnding === ending) return null;
  return { kind: 'suggestion', address: `${person}@${meant ?? provider}.${meantEnding}` };
}

function isTypo(typed: string, known: string): boolean {
  return typed.charAt(0) === known.charAt(0) && distance(typed, known) <= (known.length < LONG_NAME ? 1 : 2);
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
