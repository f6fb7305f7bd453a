// `node scripts/check-dictionaries.ts [LANGUAGE…]` checks that every language translates all texts of the French
// dictionaries, with the same variables and with the plural forms of the language, and has no other texts. A
// translation that equals the French text must be listed in SAME_AS_FRENCH.json with the languages it is allowed in;
// `*` means all.
import { readdir, readFile } from 'node:fs/promises';

const ROOT = 'src/i18n';
const SOURCE = 'fr';
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Plural forms of a language that no number on this site needs. */
const UNUSED_PLURALS: Readonly<Record<string, readonly string[]>> = { fr: ['many'], es: ['many'], it: ['many'] };
/** Places that need a no-break space: between a number and its unit, and in French next to these punctuation marks. */
const SPACE_BEFORE_UNIT = /[\d}] (?:h|min|m|km|cm|m²|m³|€|%|MB|Mo|j\/7)(?![\p{L}\d])/u;
const SPACE_BESIDE_MARK = / [?!:;»]|« /;
/** The specification quotes this text verbatim, with plain spaces. */
const QUOTED_VERBATIM = 'fr/taxi.json: form.sent';

/** A text by plural form; a text without plural has the form `only`. */
type Forms = Readonly<Record<string, string>>;
type Texts = ReadonlyMap<string, Forms>;
interface Dictionary {
  readonly [key: string]: string | Dictionary;
}

const errors: string[] = [];
const sameAsFrench: Readonly<Record<string, readonly string[]>> = JSON.parse(await readFile(`${ROOT}/SAME_AS_FRENCH.json`, 'utf8'));
const folders = (await readdir(ROOT, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : folders;
const french = await readLanguage(SOURCE);
for (const language of wanted) {
  const files = language === SOURCE ? french : await readLanguage(language);
  for (const [file, source] of french) {
    const given = files.get(file);
    if (given) compare(language, file, source, given);
    else errors.push(`${language}/${file} is missing`);
  }
  for (const file of files.keys()) if (!french.has(file)) errors.push(`${language}/${file} is not in the French dictionary`);
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;

async function readLanguage(language: string): Promise<ReadonlyMap<string, Texts>> {
  const files = (await readdir(`${ROOT}/${language}`)).filter((file) => file.endsWith('.json'));
  const read = async (file: string) => [file, flatten(JSON.parse(await readFile(`${ROOT}/${language}/${file}`, 'utf8')))] as const;
  return new Map(await Promise.all(files.map(read)));
}

/** Maps the path of each key, without its plural suffix, to the forms of its text. */
function flatten(dictionary: Dictionary, prefix = '', found = new Map<string, Forms>()): Texts {
  for (const [key, value] of Object.entries(dictionary)) {
    if (typeof value === 'object') {
      flatten(value, `${prefix}${key}.`, found);
    } else {
      const form = PLURAL.exec(key)?.[1] ?? 'only';
      const path = (prefix + key).replace(PLURAL, '');
      found.set(path, { ...found.get(path), [form]: value });
    }
  }
  return found;
}

function compare(language: string, file: string, source: Texts, given: Texts): void {
  for (const [key, forms] of given) {
    const place = `${language}/${file}: ${key}`;
    const original = source.get(key);
    if (!original) {
      errors.push(`${place} is not in the French dictionary`);
      continue;
    }
    const needed = 'only' in original ? ['only'] : pluralForms(language);
    const missing = needed.filter((form) => !(form in forms));
    const surplus = Object.keys(forms).filter((form) => !needed.includes(form) && !(UNUSED_PLURALS[language] ?? []).includes(form));
    if (missing.length > 0) errors.push(`${place} lacks the form ${missing.join(', ')}`);
    if (surplus.length > 0) errors.push(`${place} has the form ${surplus.join(', ')}, which ${language} does not use`);
    const names = variables(Object.values(original));
    // The singular may omit `{{count}}`.
    for (const [form, text] of Object.entries(forms)) {
      const own = variables([text]);
      const lost = [...names].filter((name) => !own.has(name) && !(form === 'one' && name === 'count'));
      const foreign = [...own].filter((name) => !names.has(name));
      if (lost.length > 0) errors.push(`${place} lost {{${lost.join('}}, {{')}}}`);
      if (foreign.length > 0) errors.push(`${place} has {{${foreign.join('}}, {{')}}}, which the French text has not`);
      if (text.trim() === '') errors.push(`${place} is empty`);
      if (SPACE_BEFORE_UNIT.test(text)) errors.push(`${place} has a plain space before a unit`);
      if (language === SOURCE) {
        if (SPACE_BESIDE_MARK.test(text) && place !== QUOTED_VERBATIM) errors.push(`${place} has a plain space beside a mark`);
      } else if (Object.values(original).includes(text) && !mayBeFrench(text, language)) {
        errors.push(`${place} is still French; if it must be, say so in SAME_AS_FRENCH.json`);
      }
    }
  }
  for (const key of source.keys()) if (!given.has(key)) errors.push(`${language}/${file}: ${key} is missing`);
}

/** Whether a text may equal the French one: it is listed, or has no letters outside of variables. */
function mayBeFrench(text: string, language: string): boolean {
  const where = sameAsFrench[text] ?? [];
  return where.includes('*') || where.includes(language) || !/\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ''));
}

function pluralForms(language: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.filter((form) => !(UNUSED_PLURALS[language] ?? []).includes(form));
}

function variables(texts: readonly string[]): Set<string | undefined> {
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name)));
}
