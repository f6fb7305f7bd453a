import { expect, test } from './site';

/** Half past midnight of 1 July in Corsica; still 30 June in UTC and in Los Angeles. */
const NOW = new Date('2031-06-30T22:30:00Z');

for (const timezoneId of ['America/Los_Angeles', 'Europe/Paris', 'Pacific/Auckland', 'UTC']) {
  test.describe(`§5.3 days are Corsica’s: a visitor in ${timezoneId}`, { tag: '@engines' }, () => {
    test.use({ timezoneId });
    test.beforeEach(({ page }) => page.clock.setFixedTime(NOW));

    test('can arrive on the current day of Corsica, and no earlier', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('main').getByRole('search').getByRole('button', { name: /^Dates/ }).click();
      const calendar = page.getByRole('dialog');
      await expect(calendar.getByRole('button', { name: '1 juillet 2031', exact: true })).toHaveAttribute('aria-current', 'date');
      await expect(calendar.getByRole('button', { name: 'Mois précédent' })).toBeDisabled();
      await page.goto('/car-rental');
      await expect(page.getByLabel('Date de départ')).toHaveAttribute('min', '2031-07-01');
    });

    test('books the days that the address names', async ({ page }) => {
      await page.goto('/booking-confirmation?hotel=Central&location=Corte&checkin=2031-07-01&checkout=2031-07-04&pricePerNight=72');
      const summary = page.getByRole('complementary', { name: 'Récapitulatif' });
      for (const text of ['1 juillet 2031', '4 juillet 2031', '3 nuits']) await expect(summary).toContainText(text);
      await page.goto('/booking-success?confirmation=BK123456789&hotel=Central&total=216');
      await expect(page.getByRole('main')).toContainText('1 juillet 2031 à 00:30');
    });
  });
}
