import { expect, resultCards, searchForm, test } from './site';

test.describe('§5 search', () => {
  test('§5.4 search: suggestions contain the text, whatever its case', { tag: ['@phone', '@engines'] }, async ({ page }) => {
    await page.goto('/');
    const form = searchForm(page);
    await form.getByRole('combobox', { name: 'Destination' }).pressSequentially('PORTI');
    await expect(form.getByRole('option', { name: 'Porticcio', exact: true })).toBeVisible();
    await expect(form.getByRole('option', { name: 'Bastia' })).toHaveCount(0);
  });

  test('§5.4 search: a text without a suggestion can be searched for; an exact suggestion replaces that option', async ({ page }) => {
    await page.goto('/');
    const form = searchForm(page);
    const field = form.getByRole('combobox', { name: 'Destination' });
    await field.fill('bastia');
    await expect(form.getByRole('option', { name: 'Bastia', exact: true })).toBeVisible();
    await expect(form.getByRole('option', { name: /^Rechercher/ })).toHaveCount(0);
    await field.fill('basti');
    await form.getByRole('option', { name: 'Rechercher "basti"' }).click();
    await expect(field).toHaveValue('basti');
    await form.getByRole('button', { name: 'Rechercher' }).click();
    await expect(page).toHaveURL('/search?destination=basti&guests=1');
    await expect(resultCards(page).first()).toContainText('Bastia');
  });

  test('§5.3 search: a destination is required, dates are not', async ({ page }) => {
    await page.goto('/');
    const form = searchForm(page);
    await form.getByRole('button', { name: 'Rechercher' }).click();
    await expect(form.getByText('Ce champ est obligatoire.')).toBeVisible();
    await expect(form.getByRole('combobox', { name: 'Destination' })).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveURL('/');
    await form.getByRole('combobox', { name: 'Destination' }).fill('   ');
    await form.getByRole('button', { name: 'Rechercher' }).click();
    await expect(form.getByText('Ce champ est obligatoire.')).toBeVisible();
    await form.getByRole('combobox', { name: 'Destination' }).fill('Corte');
    await expect(form.getByText('Ce champ est obligatoire.')).toHaveCount(0);
  });

  test('§2.19 search: the guest choices, of which the first is the default', async ({ page }) => {
    await page.goto('/');
    const guests = searchForm(page).getByLabel('Voyageurs');
    await expect(guests).toHaveValue('1');
    await expect(guests.getByRole('option')).toHaveText([
      '2 adultes', '2 voyageurs', '3 voyageurs (1 chambre)', '4 voyageurs (2 chambres)', '5+ voyageurs (2+ chambres)',
    ]);
    await guests.selectOption('5+');
    await searchForm(page).getByRole('combobox', { name: 'Destination' }).fill('Corte');
    await searchForm(page).getByRole('button', { name: 'Rechercher' }).click();
    await expect(page).toHaveURL('/search?destination=Corte&guests=5%2B');
    await expect(searchForm(page).getByLabel('Voyageurs')).toHaveValue('5+');
  });

  test('§2.18 search: the whole form by keyboard alone', { tag: '@engines' }, async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-06-15T10:00:00'));
    await page.goto('/');
    const form = searchForm(page);
    const field = form.getByRole('combobox', { name: 'Destination' });
    await field.focus();
    await page.keyboard.type('cort');
    await expect(form.getByRole('option', { name: 'Corte', exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('Corte');
    await expect(form.getByRole('listbox')).toBeHidden();

    await page.keyboard.press('Tab');
    await expect(form.getByRole('button', { name: 'Utiliser ma position' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(form.getByRole('button', { name: /^Dates/ })).toBeFocused();
    await page.keyboard.press('Enter');
    const calendar = page.getByRole('dialog');
    const today = calendar.getByRole('button', { name: '15 juin 2027', exact: true });
    await expect(today).toBeVisible();
    const isOnToday = () => today.evaluate((day) => day === document.activeElement);
    for (let presses = 0; presses < 6 && !(await isOnToday()); presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(calendar.getByRole('button', { name: '16 juin 2027', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect(calendar.getByRole('button', { name: '23 juin 2027', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();

    await expect(form.getByRole('button', { name: /^Dates/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(form.getByLabel('Voyageurs')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('button', { name: 'Rechercher' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?destination=Corte&checkin=2027-06-16&checkout=2027-06-23&guests=2');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('§2 search: the first press of Tab focuses the skip link', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});
