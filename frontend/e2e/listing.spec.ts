import { expect, test } from './site';

test.describe('§2 listing pages', () => {
  test('§2.4 below 768 px the page’s top padding is the height of the header', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/villas');
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const measures = await page.evaluate(() => {
      const header = document.querySelector('header')?.getBoundingClientRect();
      const listing = document.querySelector('main > div');
      return {
        header: header?.height ?? 0,
        padding: listing ? Number.parseFloat(getComputedStyle(listing).paddingTop) : 0,
        picture: document.querySelector('main picture')?.getBoundingClientRect().top ?? 0,
      };
    });
    expect(measures.header).toBeGreaterThan(0);
    expect(Math.abs(measures.padding - measures.header)).toBeLessThan(1);
    expect(Math.abs(measures.picture - measures.header)).toBeLessThan(1);

    await page.setViewportSize({ width: 768, height: 844 });
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main > div') as Element).paddingTop)).toBe('0px');
  });

  test('§2.5 a navigation starts at the top, and going back restores the scroll position', async ({ page }) => {
    await page.goto('/campings');
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Villas', exact: true });
    await link.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Villas Privées avec ou sans Piscine' })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Campings en Corse' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  });

  test('§2.62 a card of the spas opens the page of its own hotel', async ({ page }) => {
    await page.goto('/spa-hotels');
    await page.getByRole('link', { name: 'Hôtel & Spa Baracci' }).click();
    await expect(page).toHaveURL('/hotel-detail?id=50&hotel=H%C3%B4tel%20%26%20Spa%20Baracci');
    await expect(page.getByRole('heading', { level: 1, name: 'Hôtel & Spa Baracci' })).toBeVisible();
  });

  test('§7.16 the guest rooms are the nineteen of the backend, the best rated first', async ({ page }) => {
    const answered = page.waitForResponse((response) => response.url().includes('/rest/v1/hotels'));
    await page.goto('/chambres-hotes');
    const rows = (await (await answered).json()) as { name: string }[];
    const list = page.getByRole('list', { name: 'Ils vous ouvrent leur porte' });
    await expect(list.getByRole('heading', { level: 3 })).toHaveText(rows.map(({ name }) => name));
    expect(rows).toHaveLength(19);
  });

  test('§2.66 a region hotel opens with built-in details, without a request for it', async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/')) calls.push(request.url());
    });
    await page.goto('/region-hotels?region=Corse%20du%20Sud');
    await page.getByRole('link', { name: 'Hôtel U Suveru' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Hôtel U Suveru' })).toBeVisible();
    await expect(page.getByText(/Dix-huit chambres en rez-de-jardin/)).toBeVisible();
    expect(calls).toEqual([]);
  });

  test('§2.3 the three linked pages list the backend’s hotels of their type', async ({ page }) => {
    for (const [path, known] of [
      ['/maisons-hotes', 'Casa Musicale di Pigna'],
      ['/gites-chambres-hotes', "Gîte du Nid d'Aigle"],
      ['/appartements', 'Appartements Gaffory'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: known })).toBeVisible();
    }
  });
});
