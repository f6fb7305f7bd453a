import { apiHeaders, chooseDates, expect, test } from './site';

/** Restaurants, evening stops, starred tables, seminars: what needs a real browser and the real backend. */

test('§2.70 evening stops: each of the ten cards matches its establishment in name, place and price', async ({ page, request }) => {
  const answer = await request.get('/rest/v1/hotels?select=*&id=lte.10&order=id', { headers: apiHeaders() });
  const hotels: { id: number; name: string; location: string; price_per_night: number }[] = await answer.json();
  expect(hotels).toHaveLength(10);
  await page.goto('/soirees-etapes');
  const cards = page.getByRole('list', { name: 'Nos dix hôtels partenaires' }).locator(':scope > li');
  await expect(cards).toHaveCount(10);
  for (const [index, { id, name, location, price_per_night: price }] of hotels.entries()) {
    const card = cards.nth(index);
    await expect(card).toContainText(location);
    await expect(card).toContainText(`${price} € par nuit`);
    await expect(card.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/hotel-detail?id=${id}`);
  }
  await cards.nth(5).getByRole('link', { name: 'Réserver' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hôtel Central Corte');
});

test('§2.72 restaurants: a category by keyboard, an empty result, and clearing the filters', async ({ page }) => {
  await page.goto('/restaurants');
  const cards = page.getByRole('list', { name: 'Les restaurants' }).locator(':scope > li');
  await expect(cards).toHaveCount(20);
  const pizzeria = page.getByRole('button', { name: /^Pizzeria/ });
  await pizzeria.focus();
  await page.keyboard.press('Space');
  await expect(pizzeria).toHaveAttribute('aria-pressed', 'true');
  await expect(cards).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Ville' }).fill('Bonifacio');
  await expect(page.getByText("Aucun résultat - essayez d'autres critères")).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(cards).toHaveCount(20);
});

test('§2.71 coups de coeur: Réserver asks for the dates, then books the house', async ({ page }) => {
  await page.goto('/coups-de-coeur');
  await page.getByRole('button', { name: '3 étoiles' }).click();
  await expect(page.getByRole('heading', { name: '1 hôtel(s) trouvé(s)' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Réserver' }).click();
  await chooseDates(page);
  await expect(page).toHaveURL(/\/booking-confirmation\?hotel=.+&location=.+&checkin=.+&checkout=.+&guests=2&roomType=.+&pricePerNight=220$/);
  await expect(page.getByRole('main')).toContainText("L'Auberge de l'Alta Serra");
  await expect(page.getByRole('main')).toContainText('440 €');
});

test('§2.73 seminars: a card expands on a click anywhere, and by keyboard; the quote opens a new tab', async ({ page }) => {
  await page.goto('/seminaires');
  const houses = page.getByRole('list', { name: /^Cinq maisons/ });
  await houses.locator(':scope > li').first().click();
  await expect(houses.getByText('Cabine de traduction')).toBeVisible();
  await houses.getByRole('button', { name: 'Les Bains de Cala Verde' }).press('Enter');
  await expect(houses.getByText('Terrasse de travail')).toBeVisible();
  await expect(houses.getByText('Cabine de traduction')).toBeHidden();
  await page.getByRole('button', { name: 'Choisir' }).nth(1).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Demander un devis Premium/ }).click();
  await (await opened).close();
  await expect(page).toHaveURL('/seminaires');
});

test('§2.39 search: the map opens beside the list and highlights the hovered result', async ({ page }) => {
  await page.goto('/search?destination=Calvi');
  await page.getByRole('button', { name: 'Carte' }).click();
  const map = page.getByRole('region', { name: 'Carte des hébergements' });
  const pin = map.getByRole('button', { name: /^Hôtel Bella Vista, / });
  await pin.hover();
  const result = page.getByRole('list', { name: 'Liste des hébergements' }).locator(':scope > li').filter({ hasText: 'Hôtel Bella Vista' });
  await expect(result).toHaveAttribute('data-highlighted', 'true');
  await pin.click();
  await map.getByRole('list', { name: 'Sur cette épingle' }).getByRole('link', { name: 'Hôtel Bella Vista' }).click();
  await expect(page).toHaveURL(/\/hotel-detail\?id=3/);
  await page.goBack();
  await expect(map).toBeVisible();
});
