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

    test('§2 hotel detail, region hotels: the documents of the sample hotels and of the regions have their texts', async ({ page }) => {
      for (const [address, name, text] of [
        ['/hotel-detail?id=h14', "Hôtel L'Isula Rossa", 'La place Paoli est au bout de la digue.'],
        ['/ja/hotel-detail?id=hotel-les-mouettes', 'Hôtel Les Mouettes', '€145'],
        ['/region-hotels?region=Corse%20du%20Sud', 'Corse du Sud', 'Hôtel Parata Mare'],
        ['/de/region-hotels?region=Golfe+de+Porto', 'Golf von Porto', "Hôtel Capu d'Ortu"],
      ] as const) {
        const response = await page.goto(address);
        expect(response?.status(), address).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
        await expect(page.getByRole('main')).toContainText(text);
        await expect(page.getByRole('main').locator('[data-place="page-cover"] img')).toBeVisible();
        expect(await page.title()).toContain(name);
        // A sample hotel is no real one, so that search engines must not show it.
        const isSample = address.includes('hotel-detail');
        await expect(page.locator('meta[name="robots"]')).toHaveCount(isSample ? 1 : 0);
        await expect(page.locator('link[rel="canonical"]')).toHaveCount(isSample ? 0 : 1);
        await expect(page.locator('meta[property="og:image"]')).toHaveCount(1);
        await expect(page.locator('head script[type="application/ld+json"]')).toHaveCount(1);
      }
    });

    test('§2.68, §7 an unknown hotel or region is a 404 that search engines do not index', async ({ page }) => {
      for (const [address, title] of [
        ['/hotel-detail?id=h99', 'Cet établissement est introuvable.'],
        ['/de/hotel-detail?hotel=Sacher', 'Diese Unterkunft wurde nicht gefunden.'],
        ['/region-hotels?region=Sardaigne', 'Région non trouvée'],
        ['/region-hotels', 'Région non trouvée'],
      ] as const) {
        const response = await page.goto(address);
        expect(response?.status(), address).toBe(404);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      }
    });
  });

  test('§9 prerendering: the first picture of the results shows before the app has loaded', async ({ context }) => {
    const page = await context.newPage();
    await page.route('**/assets/react-*.js', (route) => route.abort());
    await page.goto('/search?destination=Calvi');
    await expect(page.locator('main [data-opening] img')).toBeVisible();
    await expect(page.locator('#root')).toHaveAttribute('aria-busy', 'true');
  });

  for (const width of [390, 1440]) {
    test(`§9 prerendering: the first picture of the results counts as one paint, at the place of the page’s own at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const painted: string[] = [];
        Object.assign(window, { painted });
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('url' in entry && typeof entry.url === 'string' && entry.url) painted.push(entry.url);
        });
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      });
      await page.goto('/search?destination=Calvi');
      // The page's own picture is loaded and painted.
      await resultCards(page).first().locator('img').evaluate(async (picture: HTMLImageElement) => {
        await picture.decode();
        for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
        await new Promise((done) => setTimeout(done));
      });
      await expect(page.locator('main [data-opening]')).toHaveCount(0);
      expect(await page.evaluate(() => ('painted' in window ? window.painted : []))).toHaveLength(1);
    });
  }

  test('§9 prerendering: a first picture that does not come does not hold the app', async ({ page }) => {
    await page.route(/\/pictures\//, () => {});
    await page.goto('/search?destination=Calvi', { waitUntil: 'commit' });
    await expect(resultCards(page).first()).toBeVisible();
  });

  for (const address of ['/hotel-detail?id=12', '/hotel-detail?id=h2', '/hotel-detail?id=hotel-les-mouettes', '/region-hotels?region=Balagne']) {
    test(`§9 prerendering: the text of the document stays until the page is there: ${address}`, async ({ page }) => {
      await page.addInitScript(() => {
        const gone: number[] = [];
        Object.assign(window, { gone });
        let wasThere = false;
        const look = () => {
          const isThere = document.querySelector('h1')?.checkVisibility() === true;
          if (wasThere && !isThere) gone.push(performance.now());
          wasThere ||= isThere;
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await page.goto(address);
      await expect(page.locator('#root')).not.toHaveAttribute('aria-busy');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await page.evaluate(() => ('gone' in window ? window.gone : []))).toEqual([]);
    });
  }

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
