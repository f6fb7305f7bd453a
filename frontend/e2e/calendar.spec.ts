import type { Locator, Page } from '@playwright/test';
import { expect, searchForm, test } from './site';

const NOW = new Date('2027-06-15T10:00:00');

/**
 * The calendar in its two places: a popover on the home page, and a dialog with a confirm button on the results page.
 */
const PLACES = [
  ['home', '/'],
  ['results', '/search?destination=Corte'],
] as const;

for (const [place, path] of PLACES) {
  test.describe(`§4 calendar on ${place}`, () => {
    test(`§4.9 calendar on ${place}: past days and the previous month are disabled`, async ({ page }) => {
      await page.clock.setFixedTime(NOW);
      const calendar = await openCalendar(page, path);
      await expect(day(calendar, '14 juin 2027')).toBeDisabled();
      await expect(day(calendar, '1 juin 2027')).toBeDisabled();
      await expect(day(calendar, '15 juin 2027')).toBeEnabled();
      const previous = calendar.getByRole('button', { name: 'Mois précédent' });
      await expect(previous).toBeDisabled();
      await calendar.getByRole('button', { name: 'Mois suivant' }).click();
      await expect(previous).toBeEnabled();
      await expect(day(calendar, '1 août 2027')).toBeVisible();
      await previous.click();
      await expect(previous).toBeDisabled();
    });

    test(`§4.8 calendar on ${place}: a click on or before the arrival restarts`, async ({ page }) => {
      await page.clock.setFixedTime(NOW);
      const calendar = await openCalendar(page, path);
      await expect(calendar.getByText("Choisissez votre date d'arrivée")).toBeVisible();
      await day(calendar, '20 juin 2027').click();
      await expect(calendar.getByText('Choisissez votre date de départ')).toBeVisible();
      await day(calendar, '18 juin 2027').click();
      await expectChosen(calendar, ['18 juin 2027']);
      await day(calendar, '18 juin 2027').click();
      await expectChosen(calendar, ['18 juin 2027']);
      await expect(calendar.getByText('Choisissez votre date de départ')).toBeVisible();
    });

    test(`§4.7 calendar on ${place}: closes 500 ms after the second date, unless a new click restarts`, async ({ page }) => {
      await page.clock.install({ time: NOW });
      const calendar = await openCalendar(page, path);
      await day(calendar, '20 juin 2027').click();
      await page.clock.pauseAt(new Date('2027-06-15T12:00:00'));
      await day(calendar, '25 juin 2027').click();
      await expect(calendar.getByText('Dates sélectionnées')).toBeVisible();
      await expect(calendar.getByText('5 nuits')).toBeVisible();
      await page.clock.runFor(400);
      await day(calendar, '22 juin 2027').click();
      await page.clock.runFor(1000);
      await expectChosen(calendar, ['22 juin 2027']);
      await day(calendar, '24 juin 2027').click();
      await page.clock.runFor(490);
      await expectChosen(calendar, ['22 juin 2027', '24 juin 2027']);
      await page.clock.runFor(20);
      await page.clock.resume();
      await expect(calendar).toBeHidden();
      await expect(searchForm(page).getByRole('button', { name: /^Dates/ })).toContainText('22 juin – jeu. 24 juin');
    });
  });
}

test('§4.10 calendar on results: the confirm button is disabled until both dates are set, and changes the address', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const calendar = await openCalendar(page, '/search?destination=Corte');
  const confirm = calendar.getByRole('button', { name: 'Confirmer' });
  await expect(confirm).toBeDisabled();
  await day(calendar, '20 juin 2027').click();
  await expect(confirm).toBeDisabled();
  await day(calendar, '22 juin 2027').click();
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(calendar).toBeHidden();
  await expect(page).toHaveURL(/checkin=2027-06-20&checkout=2027-06-22/);
});

test('§4.10 calendar on results: closing it without confirming keeps the dates', async ({ page }) => {
  await page.clock.setFixedTime(NOW);
  const calendar = await openCalendar(page, '/search?destination=Corte&checkin=2027-07-01&checkout=2027-07-04');
  await day(calendar, '10 juillet 2027').click();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(page).toHaveURL(/checkin=2027-07-01&checkout=2027-07-04/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('§4.6 calendar on a phone: one month in a sheet that closes by its cross', async ({ page }) => {
    await page.clock.setFixedTime(NOW);
    const calendar = await openCalendar(page, '/');
    await expect(calendar.getByRole('table')).toHaveCount(1);
    await day(calendar, '20 juin 2027').click();
    await calendar.getByRole('button', { name: 'Fermer' }).click();
    await expect(calendar).toBeHidden();
    await expect(searchForm(page).getByRole('button', { name: /^Dates/ })).toContainText('20 juin');
  });
});

async function openCalendar(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await searchForm(page).getByRole('button', { name: /^Dates/ }).click();
  const calendar = page.getByRole('dialog');
  await expect(calendar.getByRole('table').first()).toBeVisible();
  return calendar;
}

function day(calendar: Locator, name: string): Locator {
  return calendar.getByRole('button', { name, exact: true });
}

async function expectChosen(calendar: Locator, names: readonly string[]): Promise<void> {
  const pressed = calendar.getByRole('table').getByRole('button', { pressed: true });
  await expect(pressed).toHaveCount(names.length);
  for (const name of names) await expect(day(calendar, name)).toHaveAttribute('aria-pressed', 'true');
}
