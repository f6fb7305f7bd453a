// `npm run shots [ROUTE…]` takes full-page screenshots of all pages of the stack of SUPABASE_URL at widths of 390, 820
// and 1440 px and writes them to shots/, with one contact sheet. `LNG=de` takes them in German, into shots/de/.
import { chromium } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { ADDRESSES } from '../e2e/addresses.ts';
import { chromiumPath } from './chromium.ts';

const WIDTHS = [390, 820, 1440];
const HEIGHT = 900;
const THUMB = { width: 320, height: 480 };
const GAP = 16;

const { LNG: language, SUPABASE_URL: stack } = process.env;
if (!stack) throw new Error('SUPABASE_URL must be set: it is the address of the stack');
const { origin } = new URL(stack);

const folder = fileURLToPath(new URL(language ? `../shots/${language}/` : '../shots/', import.meta.url));
const wanted = process.argv.slice(2);
const chosen = ADDRESSES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const context = await browser.newContext({ baseURL: stack, locale: language ?? 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
await context.addInitScript(() => window === window.top && localStorage.setItem('has_visited_homepage', 'true'));
// The embedded map would delay the page.
await context.route((url) => url.origin !== origin, (route) => route.abort());
const page = await context.newPage();

const shots: string[] = [];
for (const { name, path } of chosen) {
  for (const width of WIDTHS) {
    const file = `${folder}${name}-${width}.png`;
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Without this, the browser may skip the rendering of off-screen content, which would be missing in the screenshot.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
    await loadLazyContent();
    await page.screenshot({ path: file, fullPage: true });
    shots.push(file);
  }
  console.log(name);
}
await browser.close();
await contactSheet();

/** Scrolls through the page to trigger lazy loading, and waits for all images. */
async function loadLazyContent(): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
    // A fast scroll skips some pictures.
    for (const image of document.images) image.loading = 'eager';
  });
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {});
  await page.evaluate(() => Promise.all([...document.images].filter((image) => image.complete).map((image) => image.decode().catch(() => {}))));
}

/** The thumbnail of a screenshot: its top, scaled down. */
async function thumbnail(file: string): Promise<Buffer> {
  const { data, info } = await sharp(file, { limitInputPixels: false }).resize({ width: THUMB.width }).png().toBuffer({ resolveWithObject: true });
  return sharp(data).extract({ left: 0, top: 0, width: THUMB.width, height: Math.min(THUMB.height, info.height) }).toBuffer();
}

/** Writes the contact sheet of thumbnails: one row per page, one column per width. */
async function contactSheet(): Promise<void> {
  const tiles = await Promise.all(
    shots.map(async (file, index) => ({
      input: await thumbnail(file),
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
