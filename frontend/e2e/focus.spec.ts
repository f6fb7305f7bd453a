import { chooseDates, expect, searchForm, test } from './site';

/** The focus returns to what opened a calendar or a dialog, and a new page has it. */

test('§4 focus: the calendar of the search form gives it back to its button, chosen or escaped', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/');
  const button = searchForm(page).getByRole('button', { name: /Dates/ });
  await button.click();
  await chooseDates(page);
  await expect(button).toBeFocused();
  await button.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
});

test('§4 focus: the calendar of the results gives it back to its button', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/search?destination=Calvi');
  const button = searchForm(page).getByRole('button', { name: /Dates/ });
  await button.click();
  await chooseDates(page);
  await expect(button).toBeFocused();
});

test('§2.14 focus: the login dialog gives it back to its button', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/villas');
  const button = page.getByRole('banner').getByRole('button', { name: 'Se connecter' });
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
});

test('§2 focus: after the payment it is on the confirmation', { tag: '@engines' }, async ({ page }) => {
  await page.goto('/booking-confirmation?hotel=Central&location=Corte&checkin=2031-07-01&checkout=2031-07-04&guests=2&roomType=Chambre%20Standard&pricePerNight=72');
  for (const [name, value] of [['Prénom', 'Marie'], ['Nom', 'Dumas'], ['E-mail', 'marie@example.com'], ['Téléphone', '0611223344'], ['Numéro de carte', '4242424242424242'], ["Date d'expiration", '12/31'], ['CVV', '123'], ['Nom du titulaire', 'Marie Dumas']] as const) {
    await page.getByRole('main').getByLabel(name, { exact: true }).fill(value);
  }
  await page.getByRole('button', { name: /^Confirmer|^Payer|^Réserver/ }).click();
  await expect(page).toHaveURL(/booking-success/);
  await page.getByRole('heading', { name: 'Réservation confirmée' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});
