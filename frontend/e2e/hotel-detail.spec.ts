import type { Locator } from '@playwright/test';
import { apiHeaders, expect, test } from './site';

test.describe('§2 hotel detail', () => {
  test('§2.42, §2.43 hotel detail: the backend’s record, its breadcrumb, photos and rating out of ten', async ({ page, request }) => {
    const response = await request.get('/rest/v1/hotels?select=*&id=eq.12', { headers: apiHeaders() });
    const [hotel]: { name: string; city: string; rating: number; images: string[] }[] = await response.json();
    await page.goto('/hotel-detail?id=12');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hotel?.name ?? '');
    await expect(page.getByRole('navigation', { name: "Fil d'Ariane" })).toContainText(`Accueil > Hôtels > ${hotel?.city} > ${hotel?.name}`);
    await expect(page.getByRole('button', { name: /^Voir les \d+ illustrations/ })).toHaveText(`Voir les ${hotel?.images.length} illustrations`);
    const outOfTen = ((hotel?.rating ?? 0) * 2).toFixed(1).replace('.', ',');
    await expect(page.getByRole('img', { name: `${outOfTen} sur 10` }).first()).toBeVisible();
  });

  for (const [address, heading] of [
    ['?id=hotel-les-mouettes', /Les Mouettes/],
    ['?hotel=Les%20Palmiers', /Les Palmiers/],
    ['?id=Auberge%20du%20Port', /Auberge du Port/],
  ] as const) {
    test(`§2.40 hotel detail: ${address} shows its establishment`, async ({ page }) => {
      await page.goto(`/hotel-detail${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    });
  }

  test('§7.9, §7.25 call 9: an unknown hotel is told, a failure too; built-in data stand in, and no other hotel can be booked', async ({ page }) => {
    await page.goto('/hotel-detail?id=987654');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cet établissement est introuvable.');
    await expect(page.getByRole('link', { name: /Les Palmiers/ })).toHaveAttribute('href', '/hotel-detail?id=1');
    await expect(page.getByRole('button', { name: 'Réserver' })).toHaveCount(0);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    const edge = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().left);
    expect(await edge(page.getByRole('main').getByRole('navigation')), 'as wide as other pages').toBe(await edge(page.getByRole('banner').getByRole('link').first()));

    await page.route('**/rest/v1/hotels?**', (route) => route.abort());
    await page.goto('/hotel-detail?id=3');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Bella Vista/);
    await page.goto('/hotel-detail?id=12');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Cet établissement n'a pas pu être chargé.");
    await page.unroute('**/rest/v1/hotels?**');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('button', { name: 'Réserver' })).toBeVisible();
  });

  test('§2.41 hotel detail: the current tab follows the scroll position, and a tab scrolls to its section', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/hotel-detail?id=12');
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await expect(page.getByRole('tab')).toHaveText(['Aperçu', 'Informations et tarifs', 'Équipements', 'Règles de la maison', 'Avis des clients']);
    await expect(tab('Aperçu')).toHaveAttribute('aria-selected', 'true');
    await tab('Règles de la maison').click();
    await expect(tab('Règles de la maison')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: 'Règles de la maison' })).toBeInViewport();
    await tab('Règles de la maison').press('Home');
    await expect(tab('Aperçu')).toBeFocused();
    await expect(tab('Aperçu')).toHaveAttribute('aria-selected', 'true');
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(tab('Avis des clients')).toHaveAttribute('aria-selected', 'true');
    await expect(tab('Avis des clients')).toBeInViewport();
  });

  test('§2.42 hotel detail: the gallery by keyboard, from the photo that was pressed', { tag: '@engines' }, async ({ page }) => {
    await page.goto('/hotel-detail?id=12');
    await page.getByRole('button', { name: "Agrandir l'illustration 2" }).press('Enter');
    const gallery = page.getByRole('dialog');
    await expect(gallery.getByText(/^Illustration 2 sur/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(gallery.getByText(/^Illustration 3 sur/)).toBeVisible();
    await page.keyboard.press('Home');
    await expect(gallery.getByText(/^Illustration 1 sur/)).toBeVisible();
    await expect(gallery.getByRole('button', { name: 'Image précédente' })).toBeDisabled();
    await page.keyboard.press('End');
    await expect(gallery.getByRole('button', { name: 'Image suivante' })).toBeDisabled();
    await gallery.getByRole('button', { name: 'Image 2' }).click();
    await expect(gallery.getByText(/^Illustration 2 sur/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gallery).toBeHidden();
    await expect(page.getByRole('button', { name: "Agrandir l'illustration 2" })).toBeFocused();
  });

  test('§2.44 hotel detail: without dates the calendar opens first; with them, price and booking link', { tag: ['@phone', '@engines'] }, async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-06-15T10:00:00'));
    await page.goto('/hotel-detail?id=12');
    await page.getByRole('button', { name: 'Réserver' }).click();
    const calendar = page.getByRole('dialog');
    await calendar.getByRole('button', { name: '20 juin 2027', exact: true }).click();
    await calendar.getByRole('button', { name: '23 juin 2027', exact: true }).click();
    await expect(calendar).toBeHidden();
    await expect(page.getByText(/^3 nuits à/)).toBeVisible();
    const address = await page.getByRole('link', { name: 'Réserver' }).getAttribute('href');
    const query = new URL(address ?? '', 'http://site').searchParams;
    expect([...query.keys()]).toEqual(['hotel', 'location', 'checkin', 'checkout', 'guests', 'roomType', 'pricePerNight']);
    expect([query.get('checkin'), query.get('checkout'), query.get('guests')]).toEqual(['2027-06-20', '2027-06-23', '2']);
  });
});
