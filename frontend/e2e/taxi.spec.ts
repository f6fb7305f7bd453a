import { expect, test } from './site';

test.describe('§2 taxi', () => {
  test('§2.75 taxi: a popular transfer fills the request and brings it into view; nothing is sent', async ({ page }) => {
    await page.goto('/taxi');
    await page.getByRole('button', { name: /^Réserver.*Aéroport de Figari/ }).click();
    await expect(page.getByLabel('Lieu de prise en charge')).toBeInViewport();
    await expect(page.getByLabel('Date', { exact: true })).toBeFocused();
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await page.getByLabel('Date', { exact: true }).fill('2031-07-01');
    await page.getByRole('button', { name: 'Envoyer ma demande' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Demande de transfert envoyée ! Nous vous contacterons pour confirmer votre réservation.',
    );
    expect(sent).toEqual([]);
  });

  test('§4.28 taxi: one way, the block of passengers is wider', async ({ page }) => {
    await page.goto('/taxi');
    const width = () => page.getByLabel('Passagers', { exact: true }).evaluate((select) => select.getBoundingClientRect().width);
    const oneWay = await width();
    await page.getByText('Aller-retour', { exact: true }).click();
    await expect(page.getByLabel('Date de retour')).toBeVisible();
    expect(oneWay).toBeGreaterThan(1.5 * (await width()));
  });

  test('§2.12 taxi: the search bar of the header is hidden', async ({ page }) => {
    await page.goto('/taxi');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('search')).toHaveCount(0);
  });
});
