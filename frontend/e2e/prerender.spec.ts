import type { Page } from '@playwright/test';
import { apiHeaders, expect, resultCards, test } from './site';

/** `pages.spec.ts` checks that each page hydrates in place. */

/** A name or an address of two lines moves the pictures, in pixels. */
const MOST_SHIFT = 40;

test.describe('§9 prerendered pages', () => {
  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('§9 prerendering: the document contains the French page, with its own title, description and canonical URL', async ({ page, baseURL }) => {
      await page.goto('/villas');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Villas Privées avec ou sans Piscine');
      await expect(page).toHaveTitle('Villas en Corse · Isula');
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Des maisons entières/);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new URL('/villas', baseURL).href);
    });

    test('§1.1 prerendering: a document in German, with its own title, description, canonical URL and alternates', async ({ page, baseURL }) => {
      await page.goto('/de/villas');
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Private Villen mit oder ohne Pool');
      await expect(page).toHaveTitle('Villen auf Korsika · Isula');
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /Ganze Häuser/);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new URL('/de/villas', baseURL).href);
      await expect(page.locator('link[hreflang="ja"]')).toHaveAttribute('href', new URL('/ja/villas', baseURL).href);
      await expect(page.locator('link[hreflang="x-default"]')).toHaveAttribute('href', new URL('/villas', baseURL).href);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Hotels' }).first().click();
      await expect(page).toHaveURL('/de/hotels');
    });

    test('§2 home: the document has every section and the footer, in any language', async ({ page }) => {
      for (const [address, titles] of [
        ['/', ['Imaginez votre voyage', 'Voyagez en initié', 'Six régions, une île']],
        ['/ja', ['旅のイメージを広げる']],
      ] as const) {
        await page.goto(address);
        for (const title of titles) await expect(page.getByRole('heading', { name: title })).toBeVisible();
        for (const id of ['sejour', 'vol', 'restaurant', 'taxi', 'hebergeurs']) await expect(page.locator(`#${id}`)).toHaveCount(1);
        await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
      }
    });

    test('§9 prerendering: the document of a page that depends on the query contains the app shell', async ({ page }) => {
      await page.goto('/search?destination=Calvi');
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    });

    test('§2 car rental: the document has the page before a search, whatever the query', async ({ page }) => {
      for (const query of ['', '?location=airport-ajaccio&pickupDate=2031-07-01&returnDate=2031-07-05']) {
        await page.goto(`/car-rental${query}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('search', { name: 'Rechercher une voiture' })).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Les loueurs les plus demandés' })).toBeVisible();
      }
    });

    test('§2 hotel detail: the document has the name, the cover and the text of the hotel, and no empty shapes', async ({ page, request }) => {
      const response = await request.get('/rest/v1/hotels?select=name,description&id=eq.12', { headers: apiHeaders() });
      const [hotel]: { name: string; description: string }[] = await response.json();
      await page.goto('/de/hotel-detail?id=12');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(hotel?.name ?? '');
      await expect(page.getByRole('main').getByText(hotel?.description.split('\n')[0] ?? '')).toBeVisible();
      expect(await page.locator('main [data-skeleton]').evaluateAll((shapes) => shapes.filter((shape) => shape.checkVisibility()).length)).toBe(0);
      await page.goto('/hotel-detail?id=987654');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[data-place="page-cover"]')).toBeHidden();
    });
  });

  test('§9 prerendering: the first picture of the results shows before the app has loaded', async ({ context }) => {
    const page = await context.newPage();
    await page.route('**/assets/react-*.js', (route) => route.abort());
    await page.goto('/search?destination=Calvi');
    const pictures = () =>
      page.evaluate(() => {
        const behind = [...document.querySelectorAll('main span')].map((one) => getComputedStyle(one).backgroundImage);
        return behind.filter((image) => image.includes('/pictures/'));
      });
    await expect.poll(pictures).toHaveLength(1);
    await expect(page.locator('#root')).toHaveAttribute('aria-busy', 'true');
  });

  test('§9 prerendering: a first picture that does not come does not hold the app', async ({ page }) => {
    await page.route(/\/pictures\//, () => {});
    await page.goto('/search?destination=Calvi', { waitUntil: 'commit' });
    await expect(resultCards(page).first()).toBeVisible();
  });

  for (const width of [390, 1440]) {
    test(`§9 prerendering: the cover of a hotel is in its document, in the file and at the place of the page at ${width} px`, async ({ context }) => {
      const withoutApp = await context.newPage();
      await withoutApp.setViewportSize({ width, height: 900 });
      await withoutApp.route('**/assets/*.js', (route) => route.abort());
      await withoutApp.goto('/hotel-detail?id=3');
      const prerendered = await cover(withoutApp, 'main [data-place="page-cover"] img');

      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/hotel-detail?id=3');
      await page.getByRole('button', { name: "Agrandir l'illustration 1" }).waitFor();
      const rendered = await cover(page, 'main button img');
      expect(rendered.file).toBe(prerendered.file);
      expect(Math.abs(rendered.top - prerendered.top), 'vertical shift in pixels').toBeLessThanOrEqual(MOST_SHIFT);
      expect(rendered.width).toBe(prerendered.width);
    });
  }

  test.describe('in another language', () => {
    test.use({ locale: 'de-DE' });

    test('§9 prerendering: no French text is visible before the German page', async ({ page }) => {
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        const look = () => {
          const heading = document.querySelector('h1');
          if (heading?.checkVisibility({ visibilityProperty: true })) seen.push(heading.textContent ?? '');
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await page.goto('/villas');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Private Villen mit oder ohne Pool');
      await expect(page).toHaveURL('/de/villas');
      const seen = await page.evaluate(() => ('seen' in window && Array.isArray(window.seen) ? window.seen : []));
      expect(new Set(seen)).toEqual(new Set(['Private Villen mit oder ohne Pool']));
    });
  });
});

/** The file that the browser has chosen for a picture, and its place on the page. */
function cover(page: Page, picture: string): Promise<{ file: string; top: number; width: number }> {
  return page.locator(picture).first().evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) throw new Error('no picture');
    await image.decode();
    const { top, width } = image.getBoundingClientRect();
    return { file: image.currentSrc, top, width };
  });
}
