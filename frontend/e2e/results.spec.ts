import type { APIRequestContext, Page } from '@playwright/test';
import { apiHeaders, expect, resultCards, searchForm, test } from './site';

interface Row {
  readonly name: string;
  readonly city: string;
  readonly rating: number;
  readonly reviews_count: number;
  readonly price_per_night: number;
  readonly amenities: readonly string[];
  readonly property_type: string;
}

/** A town whose hotels no other test reviews, so that its figures do not change. */
const TOWN = 'Porto-Vecchio';
const ADDRESS = `/search?destination=${TOWN}`;

test.describe('§2 results: what is found', () => {
  test('§5.6 results: hotels whose town, location or name contains the text, ignoring case', async ({ page, request }) => {
    const hotels = await townHotels(request);
    await page.goto('/search?destination=porto-VECCHIO');
    await expectNames(page, hotels);
    const [one] = hotels;
    await page.goto(`/search?destination=${encodeURIComponent(one?.name.toUpperCase() ?? '')}`);
    await expect(resultCards(page).first()).toContainText(one?.name ?? '');
  });

  test('§2.36 results: the destination in title, heading and breadcrumb', async ({ page }) => {
    await page.goto(ADDRESS);
    await expect(page).toHaveTitle(/Porto-Vecchio/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(TOWN);
    const path = page.getByRole('navigation', { name: "Fil d'Ariane" });
    await expect(path).toContainText('Accueil > Hôtels > Porto-Vecchio');
    await path.getByRole('link', { name: 'Accueil' }).click();
    await expect(page).toHaveURL('/');
  });

  test('§2.37, §9.9 results: a card shows place, price, at most four amenities, and links with dates and guests', async ({ page, request }) => {
    const hotel = (await townHotels(request)).find(({ amenities }) => amenities.length > 4);
    await page.goto(`${ADDRESS}&checkin=2031-07-01&checkout=2031-07-04&guests=3`);
    const card = resultCards(page).filter({ hasText: hotel?.name ?? '' });
    await expect(card).toContainText(`${hotel?.price_per_night} € par nuit`);
    await expect(card).toContainText(`${(hotel?.price_per_night ?? 0) * 3} € pour 3 nuits`);
    await expect(card.getByRole('listitem')).toHaveCount(5);
    await expect(card.getByRole('listitem').last()).toHaveText(new RegExp(`^\\+${(hotel?.amenities.length ?? 0) - 4} autre`));
    await card.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/hotel-detail\?id=\d+&checkin=2031-07-01&checkout=2031-07-04&guests=3$/);
  });

  test('§8.5, §7.19 results: no hotels at the destination, so those of the nearest town', async ({ page }) => {
    await page.goto("/search?destination=Plage d'Arone");
    await expect(page.getByText(`Aucun hébergement trouvé pour "Plage d'Arone". Voici les hébergements disponibles à Porto, la ville la plus proche.`)).toBeVisible();
    await expect(resultCards(page).first()).toContainText('Porto');
  });

  test('§8.5, §7.19 results: no hotels nearby, so a selection; if it is empty, a retry button', async ({ page }) => {
    const rows: Row[] = [];
    await page.route('**/rest/v1/hotels?**', async (route) => {
      if (!route.request().url().includes('limit=10')) return route.fulfill({ json: rows });
      return route.fallback();
    });
    await page.goto('/search?destination=Atlantide');
    await expect(page.getByText('Aucun hébergement trouvé pour "Atlantide". Voici une sélection d\'hébergements disponibles en Corse.')).toBeVisible();
    await expect(resultCards(page)).toHaveCount(10);
    await page.route('**/rest/v1/hotels?**', (route) => route.fulfill({ json: rows }));
    await page.reload();
    await expect(page.getByText('Aucun hébergement trouvé pour "Atlantide". Veuillez essayer une autre destination.')).toBeVisible();
    await expect(page.getByText('Aucun hébergement trouvé', { exact: true })).toBeVisible();
    await expect(page.getByText('Essayez de modifier vos critères de recherche')).toBeVisible();
  });

  test('§8.5 results: a network failure, an error response, and a retry after both', async ({ page }) => {
    await page.route('**/rest/v1/hotels?**', (route) => route.abort());
    await page.goto(ADDRESS);
    await expect(page.getByText('Impossible de se connecter à la base de données')).toBeVisible({ timeout: 15_000 });
    await page.unroute('**/rest/v1/hotels?**');
    await page.route('**/rest/v1/hotels?**', (route) => route.fulfill({ status: 400, json: { message: 'no' } }));
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByText('Erreur lors de la recherche des hébergements')).toBeVisible({ timeout: 15_000 });
    await page.unroute('**/rest/v1/hotels?**');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(resultCards(page).first()).toContainText(TOWN);
  });

  test('§2 results: another search from the page itself', { tag: '@engines' }, async ({ page }) => {
    await page.goto(ADDRESS);
    const field = searchForm(page).getByRole('combobox', { name: 'Destination' });
    await expect(field).toHaveValue(TOWN);
    await field.fill('Bast');
    await searchForm(page).getByRole('option', { name: 'Bastia', exact: true }).click();
    await searchForm(page).getByRole('button', { name: 'Rechercher' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bastia');
    await expect(resultCards(page).first()).toContainText('Bastia');
  });

  test('§2.37 results: the pictures of a card over the whole screen, by keyboard', { tag: '@engines' }, async ({ page }) => {
    await page.goto(ADDRESS);
    await resultCards(page).first().getByRole('button', { name: /illustrations/ }).click();
    const gallery = page.getByRole('dialog');
    await expect(gallery.getByText(/^Illustration 1 sur \d/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(gallery.getByText(/^Illustration 2 sur \d/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gallery).toBeHidden();
  });
});

test.describe('§9 results: filters and order', () => {
  const cases: readonly (readonly [name: string, control: string, role: 'button' | 'checkbox', keeps: (hotel: Row) => boolean])[] = [
    ['under 50', 'Moins de 50 €', 'button', ({ price_per_night: price }) => price < 50],
    ['50 to 100', '50 € à 100 €', 'button', ({ price_per_night: price }) => price >= 50 && price <= 100],
    ['100 to 200', '100 € à 200 €', 'button', ({ price_per_night: price }) => price >= 100 && price <= 200],
    ['over 200', 'Plus de 200 €', 'button', ({ price_per_night: price }) => price > 200],
    ['rated 9+', '9+ Exceptionnel', 'button', ({ rating }) => rating >= 4.5],
    ['rated 8+', '8+ Très bien', 'button', ({ rating }) => rating >= 4],
    ['with a pool', 'Piscine', 'checkbox', ({ amenities }) => amenities.includes('Piscine')],
    ['with a view of the sea', 'Vue mer', 'checkbox', ({ amenities }) => amenities.includes('Vue mer')],
  ];
  test('§9.3 filters: each filter works, and can be cleared', async ({ page, request }) => {
    const hotels = await townHotels(request);
    await page.goto(ADDRESS);
    for (const [name, control, role, keeps] of cases) {
      await test.step(name, async () => {
        const filter = page.getByRole(role, { name: control }).first();
        await filter.click();
        await expectNames(page, hotels.filter(keeps));
        await filter.click();
        await expectNames(page, hotels);
      });
    }
  });

  test('§9.5 filters: amenities combine; clearing shows all results', async ({ page, request }) => {
    const hotels = await townHotels(request);
    await page.goto(ADDRESS);
    for (const amenity of ['Piscine', 'Vue mer', 'Restaurant']) await page.getByRole('checkbox', { name: amenity }).click();
    await expectNames(page, hotels.filter(({ amenities }) => ['Piscine', 'Vue mer', 'Restaurant'].every((one) => amenities.includes(one))));
    await expect(page).toHaveURL(/amenities=pool%2CseaView%2Crestaurant/);
    await page.getByRole('button', { name: 'Effacer les filtres' }).first().click();
    await expectNames(page, hotels);
  });

  test('§9.2 filters: the price is a slider from 0 to 500 euros, by keyboard too', { tag: '@engines' }, async ({ page, request }) => {
    const hotels = await townHotels(request);
    await page.goto(ADDRESS);
    const high = page.getByRole('slider', { name: 'Prix maximum' });
    await expect(high).toHaveAttribute('max', '500');
    await expect(page.getByRole('slider', { name: 'Prix minimum' })).toHaveAttribute('min', '0');
    await high.focus();
    for (let step = 0; step < 70; step += 1) await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/max=150/);
    await expectNames(page, hotels.filter(({ price_per_night: price }) => price <= 150));
  });

  test('§9.4 order: by price both ways, by rating both ways, by reviews; the default is the backend’s order', async ({ page, request }) => {
    const hotels = await townHotels(request);
    await page.goto(ADDRESS);
    const sort = page.getByLabel('Trier par');
    await expect(sort).toHaveValue('preferred');
    const orders: readonly (readonly [label: string, figure: (hotel: Row) => number, direction: 1 | -1])[] = [
      ['Prix (croissant)', (hotel) => hotel.price_per_night, 1],
      ['Prix (décroissant)', (hotel) => hotel.price_per_night, -1],
      ['Note (de la meilleure à la moins bonne)', (hotel) => hotel.rating, -1],
      ['Note (de la moins bonne à la meilleure)', (hotel) => hotel.rating, 1],
      ["Le plus d'avis positifs", (hotel) => hotel.reviews_count, -1],
    ];
    for (const [label, figure, direction] of orders) {
      await sort.selectOption({ label });
      const wanted = hotels.map(figure).toSorted((a, b) => direction * (a - b));
      await expect.poll(async () => (await shownHotels(page, hotels)).map(figure), label).toEqual(wanted);
    }
  });

  test('§2 results: the back button and a reload keep filters and order', async ({ page, request }) => {
    const hotels = await townHotels(request);
    const kept = hotels.filter(({ price_per_night: price }) => price >= 100 && price <= 200);
    await page.goto(ADDRESS);
    await page.getByRole('button', { name: '100 € à 200 €' }).click();
    await page.getByLabel('Trier par').selectOption({ label: 'Prix (croissant)' });
    await expectNames(page, kept);
    await resultCards(page).first().getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/hotel-detail/);
    await page.goBack();
    await expectNames(page, kept);
    await expect(page.getByRole('button', { name: '100 € à 200 €' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByLabel('Trier par')).toHaveValue('priceAsc');
    await page.reload();
    await expectNames(page, kept);
    await page.goForward();
    await expect(page).toHaveURL(/\/hotel-detail/);
  });

  test('§2.38 results: filters without results show a message and a button to clear them', async ({ page }) => {
    await page.goto(`${ADDRESS}&min=495`);
    await expect(page.getByText('Aucun hébergement trouvé', { exact: true })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Effacer les filtres' }).last().click();
    await expect(resultCards(page).first()).toBeVisible();
  });

  test('§2.35 results: the type in the address is the page’s filter', async ({ page, request }) => {
    const hotels = await townHotels(request);
    await page.goto(`${ADDRESS}&type=villa`);
    await expectNames(page, hotels.filter(({ property_type: type }) => type === 'villa'));
    await page.getByRole('combobox', { name: "Type d'hébergement" }).selectOption({ label: 'Tous les types' });
    await expectNames(page, hotels);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('§2 results on a phone: filters in a sheet that shows the number of results', async ({ page, request }) => {
    const kept = (await townHotels(request)).filter(({ amenities }) => amenities.includes('Piscine'));
    await page.goto(ADDRESS);
    await page.getByRole('button', { name: 'Filtrer' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtres' });
    // The label draws the box.
    await sheet.getByText('Piscine').click();
    await sheet.getByRole('button', { name: `Voir ${kept.length} hébergements` }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Filtrer (1)' })).toBeVisible();
    await expectNames(page, kept);
  });
});

/** The hotels of the town, from the backend. */
async function townHotels(request: APIRequestContext): Promise<Row[]> {
  const response = await request.get(`/rest/v1/hotels?select=*&is_active=eq.true&city=eq.${TOWN}`, { headers: apiHeaders() });
  const rows: Row[] = await response.json();
  expect(rows.length).toBeGreaterThan(5);
  return rows;
}

async function shownHotels(page: Page, hotels: readonly Row[]): Promise<Row[]> {
  const names = await resultCards(page).getByRole('heading').allTextContents();
  return names.flatMap((name) => hotels.find((hotel) => hotel.name === name.trim()) ?? []);
}

/** Expects exactly these results, in any order. */
async function expectNames(page: Page, hotels: readonly Row[]): Promise<void> {
  const wanted = hotels.map(({ name }) => name).toSorted();
  await expect.poll(async () => (await resultCards(page).getByRole('heading').allTextContents()).map((name) => name.trim()).toSorted()).toEqual(wanted);
}
