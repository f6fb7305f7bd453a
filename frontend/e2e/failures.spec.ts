import type { Page, Route } from '@playwright/test';
import { expect, resultCards, test } from './site';

/** Slow, refused, late and lost answers to the calls of the search, of a hotel page and of the booking. */

const HOTELS = /\/rest\/v1\/hotels\?/;
const SEARCH = '/search?destination=Calvi&checkin=2031-07-01&checkout=2031-07-04';
const HOTEL = '/hotel-detail?id=12';
const BOOKING = '/booking-confirmation?hotel=Central&location=Corte&checkin=2031-07-01&checkout=2031-07-04&guests=2&roomType=Chambre%20Standard&pricePerNight=72';
const EVERYWHERE = { tag: ['@phone', '@engines'] };

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Réessayer' });
const offlineNotice = (page: Page) => page.getByText(/^Vous êtes hors ligne\. La page se mettra à jour/);

/** Holds the calls for hotels; the returned function ends the wait for those held and for all later ones. */
async function holdHotels(page: Page): Promise<(end: (route: Route) => Promise<void>) => Promise<void>> {
  const held: Route[] = [];
  let finish: ((route: Route) => Promise<void>) | null = null;
  await page.route(HOTELS, async (route) => {
    if (finish) await finish(route);
    else held.push(route);
  });
  return async (end) => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    finish = end;
    await Promise.all(held.map(end));
  };
}

/** Answers calls for hotels with an error, the first `times` of them, and counts them all. */
async function refuseHotels(page: Page, status: number, retryAfter: string, times = Infinity): Promise<{ count: number }> {
  const calls = { count: 0 };
  await page.route(HOTELS, async (route) => {
    calls.count += 1;
    if (calls.count > times) await route.fallback();
    else await route.fulfill({ status, headers: { 'Retry-After': retryAfter }, json: {} });
  });
  return calls;
}

test('a slow answer: the shape of the results, then the results', EVERYWHERE, async ({ page }) => {
  const end = await holdHotels(page);
  await page.goto(SEARCH);
  const loading = page.getByText('Recherche des hébergements en cours');
  await expect(loading).toBeAttached();
  await expect(resultCards(page)).toHaveCount(0);
  await end((route) => route.continue());
  await expect(resultCards(page).first()).toContainText('Calvi');
  await expect(loading).not.toBeAttached();
});

for (const status of [429, 503]) {
  test(`${status} with a short Retry-After: the call is made again by itself`, EVERYWHERE, async ({ page }) => {
    // The page's own call after that of the prefetch.
    const calls = await refuseHotels(page, status, '1', 2);
    await page.goto(SEARCH);
    await expect(resultCards(page).first()).toContainText('Calvi');
    expect(calls.count).toBeGreaterThan(2);
    await expect(retry(page)).toHaveCount(0);
  });

  for (const [place, path, found] of [
    ['the results', SEARCH, 'Calvi'],
    ['a hotel page', HOTEL, 'Bonifacio'],
  ] as const) {
    test(`${status} with a long Retry-After: ${place} tells how long to wait, and tries again on demand`, EVERYWHERE, async ({ page }) => {
      await refuseHotels(page, status, '60');
      await page.goto(path);
      await expect(page.getByRole('main').getByText(/Prochain essai possible dans 60\ssecondes/)).toBeVisible();
      await page.unroute(HOTELS);
      await retry(page).click();
      await expect(retry(page)).toHaveCount(0);
      await expect(page.getByRole('main')).toContainText(found);
    });
  }
}

test('no answer: after thirty seconds the page says so, and tries again on demand', EVERYWHERE, async ({ page }) => {
  // The page's clock does not drive the time-outs of the browser itself.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), milliseconds);
      return controller.signal;
    };
  });
  await page.clock.install();
  const end = await holdHotels(page);
  await page.goto(HOTEL);
  const told = page.getByText('Le serveur met trop de temps à répondre.');
  await expect(async () => {
    await page.clock.runFor(31_000);
    await expect(told).toBeVisible({ timeout: 1000 });
  }).toPass();
  await end((route) => route.continue().catch(() => {}));
  await retry(page).click();
  await expect(told).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/n'a pas pu/);
});

test.describe('offline', () => {
  for (const [place, path, failed, found] of [
    ['the results', SEARCH, 'Impossible de se connecter à la base de données', 'Calvi'],
    ['a hotel page', HOTEL, /n'a pas pu/, 'Bonifacio'],
  ] as const) {
    test(`${place}: told at once, and fetched when the connection is back`, { tag: '@phone' }, async ({ page, context }) => {
      const end = await holdHotels(page);
      await page.goto(path);
      await context.setOffline(true);
      await end((route) => route.abort('internetdisconnected'));
      await expect(offlineNotice(page)).toBeVisible();
      await expect(page.getByRole('main').getByText(failed)).toBeVisible();
      await page.unroute(HOTELS);
      await context.setOffline(false);
      await expect(offlineNotice(page)).toBeHidden();
      await expect(page.getByRole('main').getByText(failed)).toBeHidden();
      await expect(page.getByRole('main')).toContainText(found);
    });
  }

  test('booking: told at once; the confirmation needs no connection', { tag: '@phone' }, async ({ page, context }) => {
    await page.goto(BOOKING);
    for (const [name, value] of [
      ['Prénom', 'Marie'], ['Nom', 'Dumas'], ['E-mail', 'marie@example.com'], ['Téléphone', '0611223344'],
      ['Numéro de carte', '4242424242424242'], ["Date d'expiration", '12/31'], ['CVV', '123'], ['Nom du titulaire', 'Marie Dumas'],
    ] as const) {
      await page.getByRole('main').getByLabel(name, { exact: true }).fill(value);
    }
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await expect(offlineNotice(page)).toBeVisible();
    await page.getByRole('button', { name: /^Confirmer et payer/ }).click();
    await expect(page).toHaveURL(/\/booking-success\?confirmation=BK/);
    await expect(page.getByText('Confirmé', { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(offlineNotice(page)).toBeHidden();
  });

  test('a page at rest: the notice comes and goes', { tag: '@phone' }, async ({ page, context }) => {
    await page.goto('/chambres-hotes');
    await context.setOffline(true);
    await expect(offlineNotice(page)).toBeVisible();
    await context.setOffline(false);
    await expect(offlineNotice(page)).toBeHidden();
  });
});
