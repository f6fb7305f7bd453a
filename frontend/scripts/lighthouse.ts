// `npm run lighthouse [-- OPTIONS] [PATH…]` runs Lighthouse's mobile profile on pages of the stack of SUPABASE_URL, as a
// first visit, and prints a table of the medians. Without paths it takes every public page. Fails if a median is below
// the threshold. The figures are only meaningful on an idle machine; the benchmark index in the table shows its speed.
//
//   --runs=N             runs of each page, 3 by default; the rest is skipped when it cannot change what is below the threshold
//   --languages=fr,de    only these languages; by default French, German and Japanese, and French alone with paths
//   --part=1/4           the first quarter of the pages, for a run in parts
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { parseArgs } from 'node:util';
import { PAGES } from '../src/app/pages.ts';
import { DEFAULT_LANGUAGE, isLanguage, pathInLanguage, type Language } from '../src/i18n/language.ts';
import { chromiumPath } from './chromium.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Lighthouse occasionally loses the start of its trace (NO_NAVSTART); then the run is repeated. */
const ATTEMPTS = 3;
const MIN_SCORE = 95;
/** Every public page must be good in each of these: the source, the longest words, and another script. */
const LANGUAGES: readonly Language[] = [DEFAULT_LANGUAGE, 'de', 'ja'];
/** Queries of the pages that show nothing without one. */
const QUERIES: Readonly<Record<string, string>> = {
  search: '?destination=Calvi',
  'hotel-detail': '?id=3',
  'region-hotels': '?region=Balagne',
};
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

interface Visit {
  readonly path: string;
  readonly language: Language;
}
type Figures = Readonly<Record<string, number>>;

const stack = process.env['SUPABASE_URL'];
if (!stack) throw new Error('SUPABASE_URL must be set: it is the address of the stack');
const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' }, languages: { type: 'string' }, part: { type: 'string', default: '1/1' } },
});
const runs = Number(options.runs);
const visits = partOf(visitsOf(paths, options.languages?.split(',').filter(isLanguage)), options.part);
const chromePath = chromiumPath();

// A warm-up run, not counted: a stack that has just started is still filling its buckets.
await measure({ path: '/', language: DEFAULT_LANGUAGE });
const rows: { page: string; figures: Figures }[] = [];
for (const [index, visit] of visits.entries()) {
  const measured: Figures[] = [];
  while (measured.length < runs && !isDecided(measured)) measured.push(await measure(visit));
  const page = pathInLanguage(visit.path, visit.language);
  const figures = median(measured);
  rows.push({ page, figures });
  const scores = CATEGORIES.map((category) => figures[category] ?? '-').join(' ');
  console.error(`${index + 1}/${visits.length} ${page}: ${scores}`);
}
console.table(rows.map(({ page, figures }) => ({ page, ...figures })));
const low = rows.filter(({ figures }) => CATEGORIES.some((category) => (figures[category] ?? 0) < MIN_SCORE));
if (low.length > 0) console.error(`below ${MIN_SCORE}: ${low.map(({ page }) => page).join(' ')}`);
process.exitCode = low.length > 0 ? 1 : 0;

function visitsOf(named: readonly string[], languages: readonly Language[] | undefined): Visit[] {
  const isPublic = (page: (typeof PAGES)[number]) => !('dependsOn' in page) || page.dependsOn !== 'person';
  const all = PAGES.filter(isPublic).map(({ path }) => `/${path}${QUERIES[path] ?? ''}`);
  const [pages, wanted] = named.length > 0 ? [named, languages ?? [DEFAULT_LANGUAGE]] : [all, languages ?? LANGUAGES];
  return wanted.flatMap((language) => pages.map((path) => ({ path, language })));
}

/** The part `2/4` of a list. */
function partOf<Item>(list: readonly Item[], part: string): Item[] {
  const [number = 1, count = 1] = part.split('/').map(Number);
  return list.filter((_, index) => index >= ((number - 1) * list.length) / count && index < (number * list.length) / count);
}

async function measure(visit: Visit, attempts = ATTEMPTS): Promise<Figures> {
  const { path, language } = visit;
  // A new browser for every run, so that its cache is empty.
  const chrome = await launch({ chromePath, chromeFlags: [...FLAGS, `--lang=${language}`, `--accept-lang=${language}`] });
  try {
    const url = new URL(pathInLanguage(path, language), stack).href;
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, disableFullPageScreenshot: true, logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse has no result for ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError && attempts > 1) return await measure(visit, attempts - 1);
    const scores = CATEGORIES.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]);
    const figure = (audit: string) => Math.round(lhr.audits[audit]?.numericValue ?? 0);
    return {
      ...Object.fromEntries(scores),
      'LCP ms': figure('largest-contentful-paint'),
      'TBT ms': figure('total-blocking-time'),
      benchmark: Math.round(lhr.environment.benchmarkIndex),
    };
  } finally {
    chrome.kill();
  }
}

/** Whether more than half of all runs are on the same side of the threshold, in each category. */
function isDecided(measured: readonly Figures[]): boolean {
  return CATEGORIES.every((category) => {
    const lows = measured.filter((figures) => (figures[category] ?? 0) < MIN_SCORE).length;
    return Math.max(lows, measured.length - lows) > runs / 2;
  });
}

/** The median of each figure, the lower one of two. */
function median(measured: readonly Figures[]): Figures {
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
  return Object.fromEntries(Object.keys(measured[0] ?? {}).map((key) => [key, middle(measured.map((run) => run[key] ?? 0))]));
}
