import { expect, test } from './site';

/** `pages.spec.ts` checks that each page hydrates in place. */

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
  });

  for (const address of ['/search?destination=Calvi', '/hotel-detail?id=3']) {
    test(`§9 prerendering: the first picture of ${address} shows before the app has loaded`, async ({ context }) => {
      const page = await context.newPage();
      await page.route('**/assets/react-*.js', (route) => route.abort());
      await page.goto(address);
      const pictures = () =>
        page.evaluate(() => {
          const behind = [...document.querySelectorAll('main span')].map((one) => getComputedStyle(one).backgroundImage);
          return behind.filter((image) => image.includes('/pictures/'));
        });
      await expect.poll(pictures).toHaveLength(1);
      await expect(page.locator('#root')).toHaveAttribute('aria-busy', 'true');
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
