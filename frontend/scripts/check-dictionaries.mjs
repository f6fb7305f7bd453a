/** Every dictionary speaks of what the French one speaks of, with the same variables. Plural forms differ by language. */
import { readdir, readFile } from 'node:fs/promises';

const ROOT = 'src/i18n';
const PLURAL = /_(zero|one|two|few|many|other)$/;
const complaints = [];

const folders = (await readdir(ROOT, { withFileTypes: true })).filter((entry) => entry.isDirectory());
const french = await readLanguage('fr');
for (const { name: language } of folders.filter(({ name }) => name !== 'fr')) {
  for (const [file, texts] of await readLanguage(language)) {
    compare(`${language}/${file}`, french.get(file) ?? new Map(), texts);
  }
}
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;

async function readLanguage(language) {
  const files = await readdir(`${ROOT}/${language}`);
  const read = async (file) => [file, flatten(JSON.parse(await readFile(`${ROOT}/${language}/${file}`, 'utf8')))];
  return new Map(await Promise.all(files.map(read)));
}

/** Keys without their plural endings, each with the variables of its texts. */
function flatten(dictionary, prefix = '', found = new Map()) {
  for (const [key, value] of Object.entries(dictionary)) {
    if (typeof value === 'object') {
      flatten(value, `${prefix}${key}.`, found);
    } else {
      const variables = [...value.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name);
      const path = (prefix + key).replace(PLURAL, '');
      found.set(path, new Set([...(found.get(path) ?? []), ...variables]));
    }
  }
  return found;
}

function compare(file, wanted, given) {
  for (const [key, variables] of given) {
    const expected = wanted.get(key);
    if (!expected) complaints.push(`${file}: ${key} is not in the French dictionary`);
    else if (expected.symmetricDifference(variables).size > 0) complaints.push(`${file}: ${key} has other variables`);
  }
  for (const key of wanted.keys()) {
    if (!given.has(key)) complaints.push(`${file}: ${key} is missing`);
  }
}
