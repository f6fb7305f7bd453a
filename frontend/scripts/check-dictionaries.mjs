// `node scripts/check-dictionaries.mjs [LANGUAGE…]`: every language has every text of the French dictionaries, translated,
// with the same variables and with the plural forms that it needs, and nothing besides. A text that reads as in French
// stands in SAME_AS_FRENCH.json with the languages where it may; `*` is all of them.
import { readdir, readFile } from 'node:fs/promises';

const ROOT = 'src/i18n';
const SOURCE = 'fr';
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** Forms that a language knows and that no number of this site calls for. */
const NEVER_NEEDED = { fr: ['many'], es: ['many'], it: ['many'] };
/** Where only a no-break space may stand: between a number and its unit, and in French around these marks. */
const UNIT_APART = /[\d}] (?:h|min|m|km|cm|m²|m³|€|%|MB|Mo|j\/7)(?![\p{L}\d])/u;
const MARK_APART = / [?!:;»]|« /;
/** A window of the browser says this one to the letter. */
const TO_THE_LETTER = 'fr/taxi.json: form.sent';

const complaints = [];
const sameAsFrench = JSON.parse(await readFile(`${ROOT}/SAME_AS_FRENCH.json`, 'utf8'));
const folders = (await readdir(ROOT, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : folders;
const french = await readLanguage(SOURCE);
for (const language of wanted) {
  const files = language === SOURCE ? french : await readLanguage(language);
  for (const file of french.keys()) {
    if (files.has(file)) compare(language, file, french.get(file), files.get(file));
    else complaints.push(`${language}/${file} is missing`);
  }
  for (const file of files.keys()) if (!french.has(file)) complaints.push(`${language}/${file} is not in the French dictionary`);
}
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

async function readLanguage(language) {
  const files = (await readdir(`${ROOT}/${language}`)).filter((file) => file.endsWith('.json'));
  const read = async (file) => [file, flatten(JSON.parse(await readFile(`${ROOT}/${language}/${file}`, 'utf8')))];
  return new Map(await Promise.all(files.map(read)));
}

/** Texts by key; the forms of a plural are one text of several forms. */
function flatten(dictionary, prefix = '', found = new Map()) {
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

function compare(language, file, source, given) {
  for (const [key, forms] of given) {
    const place = `${language}/${file}: ${key}`;
    const original = source.get(key);
    if (!original) {
      complaints.push(`${place} is not in the French dictionary`);
      continue;
    }
    const needed = 'only' in original ? ['only'] : pluralForms(language);
    const missing = needed.filter((form) => !(form in forms));
    const surplus = Object.keys(forms).filter((form) => !needed.includes(form) && !(NEVER_NEEDED[language] ?? []).includes(form));
    if (missing.length > 0) complaints.push(`${place} lacks the form ${missing.join(', ')}`);
    if (surplus.length > 0) complaints.push(`${place} has the form ${surplus.join(', ')}, which ${language} does not use`);
    const names = variables(Object.values(original));
    // A form for one may leave the number out.
    for (const [form, text] of Object.entries(forms)) {
      const own = variables([text]);
      const lost = [...names].filter((name) => !own.has(name) && !(form === 'one' && name === 'count'));
      const foreign = [...own].filter((name) => !names.has(name));
      if (lost.length > 0) complaints.push(`${place} lost {{${lost.join('}}, {{')}}}`);
      if (foreign.length > 0) complaints.push(`${place} has {{${foreign.join('}}, {{')}}}, which the French text has not`);
      if (text.trim() === '') complaints.push(`${place} is empty`);
      if (UNIT_APART.test(text)) complaints.push(`${place} has a plain space before a unit`);
      if (language === SOURCE) {
        if (MARK_APART.test(text) && place !== TO_THE_LETTER) complaints.push(`${place} has a plain space beside a mark`);
      } else if (Object.values(original).includes(text) && !mayBeFrench(text, language)) {
        complaints.push(`${place} is still French; if it must be, say so in SAME_AS_FRENCH.json`);
      }
    }
  }
  for (const key of source.keys()) if (!given.has(key)) complaints.push(`${language}/${file}: ${key} is missing`);
}

/** Numbers, marks and variables read the same everywhere. */
function mayBeFrench(text, language) {
  const where = sameAsFrench[text] ?? [];
  return where.includes('*') || where.includes(language) || !/\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ''));
}

function pluralForms(language) {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.filter((form) => !(NEVER_NEEDED[language] ?? []).includes(form));
}

function variables(texts) {
  return new Set(texts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name)));
}
