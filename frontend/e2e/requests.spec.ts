import { followRequests } from './callTable';
import { chooseDates, expect, resultCards, searchForm, test, toTheEnd } from './site';

/** §7 Visitors make the calls of the table and no others. `pages.spec.ts` checks each page. */

test('§7.18 calls: a signed-in user searches, opens a hotel and writes a review', async ({ page, context, baseURL, signedIn }) => {
  test.slow();
  const asked = followRequests(context, baseURL);
  await page.goto('/');
  // The history is in a chunk of its own, which leaving the page too early would interrupt.
  await expect(page.getByText('0 sur 25 max')).toBeVisible();
  await searchForm(page).getByRole('combobox', { name: 'Destination' }).fill('Calvi');
  await page.keyboard.press('Escape');
  await searchForm(page).getByRole('button', { name: 'Rechercher' }).click();
  await expect(page).toHaveURL(/\/search\?destination=Calvi/);
  await expect(page.getByText(signedIn.first).first()).toBeVisible();
  await expect(resultCards(page).first()).toBeVisible();

  await page.goto('/hotel-detail?id=68');
  await toTheEnd(page);
  await page.getByRole('button', { name: 'Écrire un avis' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '5 étoiles' }).check();
  await dialog.getByRole('button', { name: "Publier l'avis" }).click();
  await expect(page.getByText('Votre avis a été publié avec succès !')).toBeVisible();
  expect(asked.strangers).toEqual([]);
  await expect.poll(() => asked.numbers).toEqual(new Set([3, 4, 5, 6, 7, 8, 9]));
});

test('§7.18, §7.21 calls: none at all for a payment, a transfer, a starred table or a seminar', async ({ page, context, baseURL }) => {
  const asked = followRequests(context, baseURL);
  await page.goto('/coups-de-coeur');
  await page.getByRole('main').getByRole('button', { name: 'Réserver' }).first().click();
  await chooseDates(page);
  await expect(page).toHaveURL(/\/booking-confirmation\?/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/seminaires');
  await page.getByRole('button', { name: 'Choisir' }).first().click();
  await page.goto('/restaurants');
  await page.getByRole('button', { name: /^Pizzeria/ }).click();
  expect(asked.strangers).toEqual([]);
  await expect.poll(() => asked.numbers).toEqual(new Set([3]));
});

test('§7.18 calls: the check detects requests to other hosts, also to the map without a consent', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: 'fr-FR' });
  const asked = followRequests(context, baseURL);
  const page = await context.newPage();
  await page.goto('/hotels');
  await page.evaluate(() => {
    for (const address of ['https://www.google.com/maps/vt', 'https://counter.example/visit.png']) new Image().src = address;
  });
  await expect.poll(() => asked.strangers).toEqual(['GET https://www.google.com/maps/vt', 'GET https://counter.example/visit.png']);
  await context.close();
});
