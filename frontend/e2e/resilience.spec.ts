import type { Page } from '@playwright/test';
import { expect, test } from './site';

/** A deployment during the visit, blocked storage and an expired session. `failures.spec.ts` has failing calls. */

/** Answers 404 to a chunk, as after a deployment, and counts the loads of the page. */
async function loseChunk(page: Page, chunk: RegExp, { times }: { times?: number } = {}) {
  const loads = { count: 0 };
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) loads.count += 1;
  });
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }), { ...(times !== undefined && { times }) });
  return loads;
}

test.describe('a chunk that a deployment has replaced', { tag: '@engines' }, () => {
  test('of a page: the page that was wanted opens after a reload', async ({ page }) => {
    await page.goto('/hotels');
    await loseChunk(page, /assets\/TaxiPage-[\w-]+\.js/, { times: 1 });
    const reloaded = page.waitForEvent('load');
    await page.locator('footer a[href="/taxi"]').click();
    await reloaded;
    await expect(page).toHaveURL(/\/taxi$/);
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText("Cette page n'a pas pu s'afficher.")).toHaveCount(0);
  });

  test('of a page, for good: one reload, then the error in the language of the page, inside the shell', async ({ page }) => {
    await page.goto('/de/hotels');
    await loseChunk(page, /assets\/TaxiPage-[\w-]+\.js/);
    const reloaded = page.waitForEvent('load');
    await page.locator('footer a[href="/de/taxi"]').click();
    await reloaded;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite konnte nicht angezeigt werden.');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
  });

  test('of a dialog: one reload, then a dialog that says so; the page stays', async ({ page }) => {
    await page.goto('/taxi');
    await loseChunk(page, /assets\/AuthDialog-[\w-]+\.js/);
    const login = page.getByRole('banner').getByRole('button', { name: 'Se connecter' });
    const reloaded = page.waitForEvent('load');
    await login.click();
    await reloaded;
    await page.locator('#root[aria-busy]').waitFor({ state: 'detached' });
    await login.click();
    const dialog = page.getByRole('dialog', { name: "Cette fenêtre n'a pas pu s'ouvrir." });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await expect(dialog).toBeHidden();
    await expect(login).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('blocked storage: pages open, and the owner popup can be closed', { tag: '@engines' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'fr-FR' });
  await context.addInitScript(() => {
    const blocked = {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    };
    for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, blocked);
  });
  const page = await context.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto('/');
  await page.getByRole('dialog').getByRole('button', { name: 'Plus tard' }).click();
  for (const path of ['/', '/hotel-detail?id=12', '/admin', '/booking-success?confirmation=BK123456789&hotel=Central&total=90']) {
    await page.goto(path);
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(errors).toEqual([]);
  await context.close();
});

test('§7.20, §8.16 an expired session: the greeting goes, the person is told, and can sign in again', { tag: '@engines' }, async ({ page }) => {
  await page.addInitScript(() => {
    if (window !== window.top || sessionStorage.getItem('prepared')) return;
    sessionStorage.setItem('prepared', 'true');
    localStorage.setItem('auth_token', 'expired.token.of-lea');
    localStorage.setItem('user_profile', JSON.stringify({ id: 'lea', email: 'lea@example.com', first_name: 'Léa' }));
  });
  await page.goto('/');
  await expect(page.getByText(/Votre session a expiré/)).toBeVisible();
  await expect(page.getByText('Bonjour, Léa')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await page.getByRole('button', { name: 'Se reconnecter' }).click();
  await expect(page.getByRole('dialog', { name: /Se connecter|Connexion/ })).toBeVisible();
});

test('two tabs: a login in one signs in the other, and neither signs the other out', async ({ page, context, signedIn }) => {
  const other = await context.newPage();
  await other.goto('/taxi');
  await page.goto('/taxi');
  await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
  await expect(other.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(other.getByRole('button', { name: 'Se connecter' }).first()).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Se connecter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(signedIn.email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(signedIn.password);
  await dialog.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
  await expect(other.getByText(`Bonjour, ${signedIn.first}`)).toBeVisible();
});
