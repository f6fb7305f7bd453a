import type { APIRequestContext, Page } from '@playwright/test';
import { apiHeaders, expect, resultCards, searchForm, test, type Person } from './site';

test.describe('§2 home: search history', () => {
  test('§2.25, §2.26 history: hidden from visitors, with a text of its own while it is empty', async ({ page, signedIn }) => {
    await page.goto('/');
    await expect(page.getByText('Aucun hôtel consulté récemment')).toBeVisible();
    await expect(page.getByText('0 sur 25 max')).toBeVisible();
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page.getByText(/sur 25 max/)).toHaveCount(0);
  });

  test('§2.25 history: newest first, with dates and travellers, 25 at the most', async ({ page, request, signedIn }) => {
    const days = { checkin: '2031-07-01', checkout: '2031-07-04' };
    for (let n = 1; n <= 26; n += 1) await saveSearch(request, signedIn, `Lieu ${n}`, n === 26 ? { ...days, guests: 3 } : {});
    await page.goto('/');
    await expect(page.getByText('25 sur 25 max')).toBeVisible();
    const entries = historyEntries(page);
    await expect(entries).toHaveCount(25);
    await expect(entries.first()).toContainText('Lieu 26');
    await expect(entries.first()).toContainText('1 juil. – ven. 4 juil.');
    await expect(entries.first()).toContainText('3 voyageurs');
    await expect(entries.last()).toContainText('Lieu 2');
    await entries.first().getByRole('link').click();
    await expect(page).toHaveURL('/search?destination=Lieu+26&checkin=2031-07-01&checkout=2031-07-04&guests=3');
  });

  test('§7.20, §8.3 history: an invalid token ends the session and reloads the page', async ({ page, signedIn }) => {
    await page.goto('/search?destination=Corte');
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
    await page.evaluate(() => {
      localStorage.setItem('auth_token', 'no.longer.good');
      Object.assign(window, { beforeReload: true });
    });
    const listed = page.waitForResponse((response) => response.url().includes('/functions/v1/user-searches'));
    await page.goto('/');
    expect((await listed).status()).toBe(401);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await page.waitForFunction(() => !localStorage.getItem('auth_token') && !localStorage.getItem('user_profile'));
  });

  test('§8.3 history: any other failure is logged and does not change the home page', async ({ page, signedIn }) => {
    await page.route('**/functions/v1/user-searches**', (route) => route.fulfill({ status: 500, json: { error: 'x', code: 'x' } }));
    await page.goto('/');
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Quel séjour vous ressemble ?' })).toBeVisible();
    await expect(page.getByText(/sur 25 max/)).toHaveCount(0);
  });

  test('§7.4 call 4: a visitor’s search is not saved; a signed-in user’s is, and a failure does not delay the results', async ({ page, signedIn }) => {
    const saved = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/user-searches'));
    await page.route('**/functions/v1/user-searches', (route) => route.abort());
    await page.goto('/');
    await searchForm(page).getByRole('combobox', { name: 'Destination' }).fill('Corte');
    await searchForm(page).getByRole('button', { name: 'Rechercher' }).click();
    const request = await saved;
    expect(request.postDataJSON()).toEqual({ destination: 'Corte', checkin: null, checkout: null, guests: 1 });
    expect(await request.headerValue('authorization')).toBe(`Bearer ${signedIn.token}`);
    await expect(page).toHaveURL('/search?destination=Corte&guests=1');
  });
});

test.describe('§2 home: search history on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('§2.25 history on a phone: four at a time', async ({ page, request, signedIn }) => {
    for (let n = 1; n <= 6; n += 1) await saveSearch(request, signedIn, `Lieu ${n}`);
    await page.goto('/');
    const entries = historyEntries(page);
    await expect(entries).toHaveCount(4);
    await expect(entries.first()).toContainText('Lieu 6');
    await expect(page.getByText('Page 1 sur 2')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recherches plus récentes' })).toBeDisabled();
    await page.getByRole('button', { name: 'Recherches plus anciennes' }).click();
    await expect(entries).toHaveCount(2);
    await expect(entries.last()).toContainText('Lieu 1');
    await expect(page.getByRole('button', { name: 'Recherches plus anciennes' })).toBeDisabled();
  });

  test('§2.22 cheapest on a phone: six of them', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('list', { name: 'Les hôtels les moins chers' }).locator(':scope > li')).toHaveCount(6);
  });
});

test.describe('§2 home: sections', () => {
  test('§2.22 cheapest: ten, by ascending price, scrolled by 280 px', async ({ page }) => {
    await page.goto('/');
    const list = page.getByRole('list', { name: 'Les hôtels les moins chers' });
    const items = list.locator(':scope > li');
    await expect(items).toHaveCount(10);
    const prices = (await items.allTextContents()).map((text) => Number(/(\d+)\s*€/.exec(text)?.[1]));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    const carousel = page.getByRole('group', { name: 'Les hôtels les moins chers' });
    const before = carousel.getByRole('button', { name: 'Faire défiler vers la gauche' });
    await expect(before).toBeHidden();
    await carousel.getByRole('button', { name: 'Faire défiler vers la droite' }).click();
    await expect(before).toBeVisible();
    const left = () => list.evaluate((track) => Math.round(track.scrollLeft));
    await expect.poll(left).toBeGreaterThanOrEqual(280);
    await items.first().getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/hotel-detail\?id=\d+$/);
  });

  test('§2.20 accommodation types: eight, each leading to its listing page', async ({ page }) => {
    await page.goto('/');
    const types = page.getByRole('region', { name: 'Quel séjour vous ressemble ?' }).getByRole('listitem');
    await expect(types).toHaveCount(8);
    for (const count of ['450+', '25+', '35+', '280+', '85+', '180+', '95+', '150+']) {
      await expect(types.filter({ hasText: new RegExp(`(^|\\D)${count.replace('+', '\\+')}`) })).toHaveCount(1);
    }
    await types.getByRole('link', { name: 'Campings' }).click();
    await expect(page).toHaveURL('/campings');
  });

  test('§2 anchors: the target of every link exists', async ({ page }) => {
    await page.goto('/');
    for (const id of ['sejour', 'vol', 'restaurant', 'taxi', 'hebergeurs']) await expect(page.locator(`#${id}`)).toBeAttached();
  });

  test('§2 home: works without the backend', async ({ page }) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Quel séjour vous ressemble ?' })).toBeVisible();
    await expect(searchForm(page)).toBeVisible();
  });
});

test.describe('§1.7 AI search box', () => {
  test('§1.7 AI search: an example becomes chips, and its results have the filters set', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Hôtel avec piscine à Porto-Vecchio/ }).click();
    const chips = page.getByRole('list', { name: "Ce que j'ai compris" }).getByRole('listitem');
    await expect(chips).toHaveText(['Hôtels', 'Porto-Vecchio', '4 voyageurs', 'Piscine', /^150\s€ maximum$/]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?destination=Porto-Vecchio&guests=4&max=150&amenities=pool&type=hotel');
    await expect(resultCards(page).first()).toBeVisible();
  });

  for (const [language, sentence] of [
    ['ja', 'カルヴィのオーシャンビューのヴィラ、5人'],
    ['zh', '卡尔维的海景别墅，五个人'],
    ['ko', '칼비의 바다 전망 빌라, 5명'],
  ] as const) {
    test(`§1.7 AI search: the browser segments the words of ${language}`, async ({ page }) => {
      await page.goto(`/${language}`);
      const box = page.locator('input[name="sentence"]');
      await box.fill(sentence);
      await box.press('Enter');
      await expect(page).toHaveURL(`/${language}/search?destination=Calvi&guests=5%2B&amenities=seaView&type=villa`);
    });
  }
});

test.describe('§2 home: below the fold', () => {
  test('§2 home: loads without scrolling, and shifts nothing in view', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Six régions, une île' })).toBeAttached();
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    expect(shift).toBeLessThan(0.02);
  });

  test('§2.30 regions: one leads to its hotels', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Golfe de Porto' }).click();
    await expect(page).toHaveURL('/region-hotels?region=Golfe+de+Porto');
  });

  test('§2 home: a reload keeps the place, also one that was jumped to', { tag: '@engines' }, async ({ page }) => {
    await page.goto('/');
    const region = page.getByRole('link', { name: 'Golfe de Porto' });
    await region.scrollIntoViewIfNeeded();
    await expect(page.locator('html[data-lazy-layout]')).toHaveCount(0);
    const top = async () => (await region.boundingBox())?.y ?? Infinity;
    const before = await top();
    await page.reload();
    await expect(region).toBeInViewport();
    await page.mouse.move(10, 10);
    // The banner without an id is removed when the sections below the first screen are hydrated.
    await expect(page.locator('[data-section="owner-premium"]')).toHaveCount(1);
    expect(Math.abs((await top()) - before)).toBeLessThan(100);
  });

  test('§2 home: a typed address with a fragment opens at that section', async ({ page }) => {
    for (const id of ['hebergeurs', 'owner-premium']) {
      await page.goto(`/#${id}`);
      await expect(page.locator(`#${id}`)).toBeInViewport({ ratio: 0.5 });
      await page.goto('/hotels');
    }
  });
});

test.describe('§2 owner popup', () => {
  test.use({ firstVisit: true });

  test('§2.33 owner popup: opens on the first visit only', async ({ page }) => {
    await page.goto('/');
    const popup = page.getByRole('dialog', { name: 'Programme Owner' });
    await expect(popup).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('has_visited_homepage'))).toBeTruthy();
    await popup.getByRole('button', { name: 'Fermer' }).click();
    await expect(popup).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(popup).toBeHidden();
  });

  test('§2.33 owner popup: not on another page', async ({ page }) => {
    await page.goto('/search?destination=Corte');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test("§2.33 owner popup: 'Découvrir' scrolls the home page to the programme", async ({ page }) => {
    await page.goto('/');
    await page.getByRole('dialog', { name: 'Programme Owner' }).getByRole('button', { name: 'Découvrir' }).click();
    await expect(page.locator('#owner-premium')).toBeInViewport({ ratio: 0.5 });
  });

  for (const way of ['Plus tard', 'Découvrir'] as const) {
    test(`§2.33 owner popup: opens by its event on any page, and closes by '${way}'`, async ({ page }) => {
      await page.goto('/search?destination=Corte');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => window.dispatchEvent(new Event('openOwnerPopup')));
      const popup = page.getByRole('dialog', { name: 'Programme Owner' });
      await popup.getByRole('button', { name: way }).click();
      await expect(popup).toBeHidden();
    });
  }
});

function historyEntries(page: Page) {
  return page.getByRole('region', { name: 'Vos dernières recherches' }).getByRole('article');
}

async function saveSearch(request: APIRequestContext, person: Person, destination: string, more: object = {}): Promise<void> {
  const data = { destination, checkin: null, checkout: null, guests: 1, ...more };
  const response = await request.post('/functions/v1/user-searches', { headers: apiHeaders(person.token), data });
  expect(response.ok(), await response.text()).toBe(true);
}
