// `npm run lighthouse [PATH…]` runs Lighthouse's mobile profile three times on each of the most important pages of the
// stack of SUPABASE_URL, as a first visit in French (READER_LANGUAGE=en for English), and prints a table of the
// medians. Fails if a median is below 90. The figures are only meaningful on an idle machine; the benchmark index in
// the table shows its speed.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumPath } from './chromium.ts';

const PATHS = ['/', '/search?destination=Calvi', '/hotel-detail?id=3', '/hotels', '/villas'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const RUNS = 3;
/** Lighthouse occasionally loses the start of its trace (NO_NAVSTART); then the run is repeated. */
const ATTEMPTS = 3;
const MIN_SCORE = 90;
const LANGUAGE = process.env['READER_LANGUAGE'] ?? 'fr';
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--lang=${LANGUAGE}`, `--accept-lang=${LANGUAGE}`];

type Figures = Readonly<Record<string, number>>;

const stack = process.env['SUPABASE_URL'];
if (!stack) throw new Error('SUPABASE_URL must be set: it is the address of the stack');
const paths = process.argv.length > 2 ? process.argv.slice(2) : PATHS;
const chromePath = chromiumPath();

// A warm-up run, not counted: a stack that has just started is still filling its buckets.
await measure(new URL('/', stack).href);
const rows: { path: string; figures: Figures }[] = [];
for (const path of paths) {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(new URL(path, stack).href));
  rows.push({ path, figures: median(runs) });
  console.error(`${path} done`);
}
console.table(rows.map(({ path, figures }) => ({ path, ...figures })));
process.exitCode = rows.some(({ figures }) => CATEGORIES.some((category) => (figures[category] ?? 0) < MIN_SCORE)) ? 1 : 0;

async function measure(url: string, attempts = ATTEMPTS): Promise<Figures> {
  // A new browser for every run, so that its cache is empty.
  const chrome = await launch({ chromePath, chromeFlags: FLAGS });
  try {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' });
    if (!result) throw new Error(`Lighthouse has no result for ${url}`);
    const { lhr } = result;
    if (lhr.runtimeError && attempts > 1) return await measure(url, attempts - 1);
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

/** The median of each figure. */
function median(runs: readonly Figures[]): Figures {
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return Object.fromEntries(Object.keys(runs[0] ?? {}).map((key) => [key, middle(runs.map((run) => run[key] ?? 0))]));
}
