// `npm run lighthouse [PATH…]`: Lighthouse's mobile profile on the pages that decide, three runs each, and a table of the
// medians, as a first visit in French sees them (READER_LANGUAGE=en for another one). The pages come from the stack of
// SUPABASE_URL. Fails where a median is below 90. Only a machine with nothing else to do gives figures that mean anything:
// the benchmark index beside them says how fast it was meanwhile.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumPath } from './chromium.ts';

const PATHS = ['/', '/search?destination=Calvi', '/hotel-detail?id=3', '/hotels', '/villas'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const RUNS = 3;
/** Now and then Lighthouse loses the beginning of its own trace (NO_NAVSTART). */
const TRIES = 3;
const LEAST = 90;
const LANGUAGE = process.env.READER_LANGUAGE ?? 'fr';
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--lang=${LANGUAGE}`, `--accept-lang=${LANGUAGE}`];

const paths = process.argv.length > 2 ? process.argv.slice(2) : PATHS;
const chromePath = chromiumPath();

// A stack that has just started still fills its buckets; this visit waits for that, and counts for nothing.
await measure(new URL(paths[0], process.env.SUPABASE_URL).href);
const rows = [];
for (const path of paths) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measure(new URL(path, process.env.SUPABASE_URL).href));
  rows.push({ path, ...median(runs) });
  console.error(`${path} done`);
}
console.table(rows);
process.exitCode = rows.some((row) => CATEGORIES.some((category) => row[category] < LEAST)) ? 1 : 0;

async function measure(url, tries = TRIES) {
  // A browser of its own each time: nothing is in its cache.
  const chrome = await launch({ chromePath, chromeFlags: FLAGS });
  try {
    const { lhr } = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' });
    if (lhr.runtimeError && tries > 1) return await measure(url, tries - 1);
    const scores = CATEGORIES.map((category) => [category, Math.round((lhr.categories[category]?.score ?? 0) * 100)]);
    const figure = (audit) => Math.round(lhr.audits[audit]?.numericValue ?? 0);
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

/** Of each figure by itself. */
function median(runs) {
  const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return Object.fromEntries(Object.keys(runs[0]).map((key) => [key, middle(runs.map((run) => run[key]))]));
}
