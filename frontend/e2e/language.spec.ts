import { expect, test } from './site';

test.describe('§1 languages', () => {
  test('§1.1 languages: the ten, each by its own name', async ({ page }) => {
    await page.goto('/');
    const selector = page.getByRole('banner').getByRole('combobox', { name: 'Langue' });
    await expect(selector).toHaveValue('fr');
    await expect(selector.getByRole('option')).toHaveText(
      ['Français', 'English', 'Deutsch', 'Italiano', 'Español', 'Dansk', 'Svenska', '日本語', '한국어', '中文'],
    );
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });

  test('§1.1 languages: a change keeps the page and its query at the language’s address, and survives a reload', async ({ page }) => {
    const address = '/search?destination=Corte&guests=2&sort=priceAsc';
    await page.goto(address);
    await expect(page).toHaveURL(address);
    const selector = page.getByRole('banner').getByRole('combobox').first();
    await selector.selectOption({ label: 'Deutsch' });
    await expect(selector).toHaveValue('de');
    await expect(page).toHaveURL(`/de${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Corte');
    expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('de');
    await page.reload();
    await expect(selector).toHaveValue('de');
    await page.getByRole('banner').getByRole('link', { name: 'Isula' }).click();
    await expect(page).toHaveURL('/de');
    await page.goto('/hotels');
    await expect(page).toHaveURL('/de/hotels');
  });

  test('§1.1 languages: html[lang] names the language of the texts, French where there are none yet', async ({ page }) => {
    await page.goto('/?lng=fr');
    const french = await page.getByRole('heading', { level: 1 }).innerText();
    const selector = page.getByRole('banner').getByRole('combobox').first();
    await selector.selectOption('ja');
    await expect(selector).toHaveValue('ja');
    const isFrench = async () => (await page.getByRole('heading', { level: 1 }).innerText()) === french;
    await expect.poll(async () => [await page.locator('html').getAttribute('lang'), await isFrench()].join()).toMatch(/^(fr,true|ja,false)$/);
  });

  test('§7.22 languages: the query parameter lng takes precedence over the stored choice', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('i18nextLng', 'de'));
    await page.goto('/?lng=it');
    await expect(page.getByRole('banner').getByRole('combobox').first()).toHaveValue('it');
    await expect(page).toHaveURL('/it');
  });

  test('§7.22 languages: the cookie takes precedence over local storage', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'i18next', value: 'sv', url: baseURL ?? '' }]);
    await page.addInitScript(() => localStorage.setItem('i18nextLng', 'de'));
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('combobox').first()).toHaveValue('sv');
  });

  test('§1.1 languages: any other language falls back to French', async ({ page }) => {
    await page.goto('/?lng=pt');
    await expect(page.getByRole('banner').getByRole('combobox', { name: 'Langue' })).toHaveValue('fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});
