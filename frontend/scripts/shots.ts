// `npm run shots [NAME…]` takes full-page screenshots of all pages of the stack of SUPABASE_URL at widths of 390, 820
// and 1440 px, and of each step of the journeys `traveller` and `owner`. It writes them to shots/, with one contact sheet.
// `LNG=de` takes them in German, into shots/de/.
import { chromium, type Page } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { ADDRESSES } from '../e2e/addresses.ts';
import { DEFAULT_LANGUAGE, isLanguage } from '../src/i18n/language.ts';
import { chromiumPath } from './chromium.ts';
import { JOURNEYS } from './journeys.ts';

const WIDTHS = [390, 820, 1440];
const HEIGHT = 900;
const THUMB = { width: 320, height: 480 };
const GAP = 16;
/** Above and below a dialog, at most. */
const MARGIN = 64;

const { LNG: code, SUPABASE_URL: stack = '' } = process.env;
if (!stack) throw new Error('SUPABASE_URL must be set: it is the address of the stack');
const { origin } = new URL(stack);

const language = isLanguage(code) ? code : DEFAULT_LANGUAGE;

const folder = fileURLToPath(new URL(code ? `../shots/${code}/` : '../shots/', import.meta.url));
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
/** The screenshots of a page or a step, one for each width. */
const shots = new Map<string, string[]>();
for (const { name, path } of ADDRESSES.filter((address) => isWanted(address.name))) {
  const page = await newPage();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, name, width);
  }
  await page.context().close();
  console.log(name);
}
for (const [name, journey] of Object.entries(JOURNEYS).filter(([each]) => isWanted(each))) {
  for (const width of WIDTHS) {
    const page = await newPage();
    await page.setViewportSize({ width, height: HEIGHT });
    await journey(page, language, (step) => shoot(page, `${name}-${step}`, width));
    await page.context().close();
    console.log(`${name}, ${width} px`);
  }
}
await browser.close();
await contactSheet();

/** A page of a new visitor who has closed the popup for owners. */
async function newPage(): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack, locale: code ?? 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' });
  await context.addInitScript(() => window === window.top && localStorage.setItem('has_visited_homepage', 'true'));
  // The embedded map would delay the page.
  await context.route((url) => url.origin !== origin, (route) => route.abort());
  return context.newPage();
}

async function shoot(page: Page, name: string, width: number): Promise<void> {
  const file = `${folder}${name}-${width}.png`;
  const dialog = page.getByRole('dialog').last();
  // Without this, the browser may skip the rendering of off-screen content, which would be missing in the screenshot.
  const style = await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  if (await dialog.isVisible()) {
    // A window in which nothing of the dialog needs scrolling.
    const height = await dialog.evaluate((element) => Math.max(...[element, ...element.querySelectorAll('*')].map(({ scrollHeight }) => scrollHeight)));
    await page.setViewportSize({ width, height: Math.max(HEIGHT, height + 2 * MARGIN) });
    await page.screenshot({ path: file });
    await page.setViewportSize({ width, height: HEIGHT });
  } else {
    await loadLazyContent(page);
    await page.screenshot({ path: file, fullPage: true });
  }
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  shots.set(name, [...(shots.get(name) ?? []), file]);
}

/** Scrolls through the page to trigger lazy loading, and waits for all images. */
async function loadLazyContent(page: Page): Promise<void> {
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
  await page.waitForFunction(() => [...document.images].every((image) => image.complete), null, { timeout: 10_000 }).catch(() => {});
  await page.evaluate(() => Promise.all([...document.images].filter((image) => image.complete).map((image) => image.decode().catch(() => {}))));
}

/** The thumbnail of a screenshot: its top, scaled down. */
async function thumbnail(file: string): Promise<Buffer> {
  const { data, info } = await sharp(file, { limitInputPixels: false }).resize({ width: THUMB.width }).png().toBuffer({ resolveWithObject: true });
  return sharp(data).extract({ left: 0, top: 0, width: THUMB.width, height: Math.min(THUMB.height, info.height) }).toBuffer();
}

/** Writes the contact sheet of thumbnails: one row per page or step, one column per width. */
async function contactSheet(): Promise<void> {
  const tiles = await Promise.all(
    [...shots.values()].flat().map(async (file, index) => ({
      input: await thumbnail(file),
      left: GAP + (index % WIDTHS.length) * (THUMB.width + GAP),
      top: GAP + Math.floor(index / WIDTHS.length) * (THUMB.height + GAP),
    })),
  );
  await sharp({
    create: {
      width: GAP + WIDTHS.length * (THUMB.width + GAP),
      height: GAP + shots.size * (THUMB.height + GAP),
      channels: 3,
      background: '#d8d4cc',
    },
  })
    .composite(tiles)
    .png()
    .toFile(`${folder}contact-sheet.png`);
}
