// `npm run shots [ROUTE…]`: every built page, whole, at 390, 820 and 1440 px, as PNG in shots/, and one contact sheet of
// them all. The pages come from the stack of SUPABASE_URL. `LNG=de` shows them in German, in shots/de/.
import { chromium } from '@playwright/test';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { chromiumPath } from './chromium.ts';

const WIDTHS = [390, 820, 1440];
const HEIGHT = 900;
const THUMB = { width: 320, height: 480 };
const GAP = 16;

const { LNG: language } = process.env;

const folder = fileURLToPath(new URL(language ? `../shots/${language}/` : '../shots/', import.meta.url));
const routes = JSON.parse(readFileSync(new URL('../e2e/routes.json', import.meta.url), 'utf8'));
const wanted = process.argv.slice(2);
const chosen = routes.filter(([name]) => wanted.length === 0 || wanted.includes(name));

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ baseURL: process.env.SUPABASE_URL, locale: language ?? 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
await context.addInitScript(() => window === window.top && localStorage.setItem('has_visited_homepage', 'true'));
// A map of another house would keep the page waiting.
await context.route((url) => url.origin !== new URL(process.env.SUPABASE_URL).origin, (route) => route.abort());
const page = await context.newPage();

const shots = [];
for (const [name, path] of chosen) {
  for (const width of WIDTHS) {
    const file = `${folder}${name}-${width}.png`;
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What is off the screen may be left undrawn there, and would be missing from the picture.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
    await showEverything();
    await page.screenshot({ path: file, fullPage: true });
    shots.push(file);
  }
  console.log(name);
}
await browser.close();
await contactSheet();

/** Scrolls through the page, so that what loads when it comes near is there, and waits for every picture. */
async function showEverything() {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page.evaluate(() => Promise.all([...document.images].filter((image) => image.complete).map((image) => image.decode().catch(() => {}))));
}

async function topOf(file) {
  const { data, info } = await sharp(file, { limitInputPixels: false }).resize({ width: THUMB.width }).png().toBuffer({ resolveWithObject: true });
  return sharp(data).extract({ left: 0, top: 0, width: THUMB.width, height: Math.min(THUMB.height, info.height) }).toBuffer();
}

/** One row a page, one column a width: the top of each shot. */
async function contactSheet() {
  const tiles = await Promise.all(
    shots.map(async (file, index) => ({
      input: await topOf(file),
      left: GAP + (index % WIDTHS.length) * (THUMB.width + GAP),
      top: GAP + Math.floor(index / WIDTHS.length) * (THUMB.height + GAP),
    })),
  );
  await sharp({
    create: {
      width: GAP + WIDTHS.length * (THUMB.width + GAP),
      height: GAP + chosen.length * (THUMB.height + GAP),
      channels: 3,
      background: '#d8d4cc',
    },
  })
    .composite(tiles)
    .png()
    .toFile(`${folder}contact-sheet.png`);
}
