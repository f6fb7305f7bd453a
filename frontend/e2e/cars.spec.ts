import { expect, test } from './site';

test('§2.74 /car-rental: from the form to the receipt, without the search bar of the header', async ({ page }) => {
  await page.goto('/car-rental');
  await expect(page.getByRole('banner').getByRole('search')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Les loueurs les plus demandés' })).toBeVisible();

  const form = page.getByRole('search', { name: 'Rechercher une voiture' });
  await form.getByLabel('Lieu de prise en charge').selectOption("Aéroport d'Ajaccio");
  await form.getByLabel('Date de départ').fill('2031-07-01');
  await form.getByLabel('Date de retour').fill('2031-07-04');
  await form.getByRole('button', { name: 'Rechercher' }).click();
  const cars = page.getByRole('list', { name: 'Voitures disponibles' });
  await expect(cars.getByRole('heading')).toHaveCount(12);
  await expect(page.getByRole('heading', { name: 'Voitures disponibles' })).toBeInViewport();

  await page.getByRole('button', { name: 'Cabriolet' }).click();
  await expect(cars.getByRole('heading')).toHaveText(['Fiat 500C']);
  await cars.getByRole('link', { name: /^Réserver maintenant/ }).click();
  await expect(page).toHaveURL(/\/booking-confirmation\?type=car&id=7&/);
  await expect(page.getByRole('complementary', { name: 'Récapitulatif' })).toContainText('62 € × 3 jours');

  await page.goBack();
  await expect(cars.getByRole('heading')).toHaveCount(12);
});

test('§4.20 /car-rental: the price slider filters the list by keyboard', async ({ page }) => {
  await page.goto('/car-rental?location=port-bastia&pickupDate=2031-07-01&returnDate=2031-07-04');
  const cars = page.getByRole('list', { name: 'Voitures disponibles' });
  await page.getByRole('slider', { name: 'Prix maximum' }).press('Home');
  await expect(page.getByText('Aucune voiture trouvée')).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(cars.getByRole('heading')).toHaveCount(12);
});
