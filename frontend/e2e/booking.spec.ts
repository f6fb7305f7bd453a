import { expect, test } from './site';
import type { Page } from '@playwright/test';

const PALMIERS = 'hotel=H%C3%B4tel+Les+Palmiers&location=Centre-ville%2C+Ajaccio&checkin=2031-07-01&checkout=2031-07-04';
const STAY = 'hotel=Central&location=Corte&checkin=2031-07-01&checkout=2031-07-04';

test.describe('§2 booking', () => {
  for (const missing of ['hotel', 'checkin', 'checkout']) {
    test(`§2.50 booking: home without ${missing}`, async ({ page }) => {
      const query = new URLSearchParams(STAY);
      query.delete(missing);
      await page.goto(`/booking-confirmation?${query}`);
      await expect(page).toHaveURL('/');
    });
  }

  test('§9.6 booking: the defaults are 45 euros and two guests; the total is nights times price', { tag: ['@phone', '@engines'] }, async ({ page }) => {
    await page.goto(`/booking-confirmation?${STAY}`);
    const summary = page.getByRole('complementary', { name: 'Récapitulatif' });
    for (const text of ['Central', 'Corte', '3 nuits', '2 voyageurs', 'Chambre Standard', '45 € × 3 nuits', '135 €', '0 €']) {
      await expect(summary).toContainText(text);
    }
    await expect(page.getByRole('button', { name: 'Confirmer et payer 135 €' })).toBeEnabled();
    await expect(summary).toContainText('Prix indicatif');
  });

  test('§2.50 booking: the dates and the price as resort pages send them', async ({ page }) => {
    await page.goto('/booking-confirmation?hotel=Club&checkIn=2031-07-01&checkOut=2031-07-03&guests=4&roomType=Suite&price=189%E2%82%AC');
    await expect(page.getByRole('complementary', { name: 'Récapitulatif' })).toContainText('189 € × 2 nuits');
  });

  test('§5.9 booking: validates the guest first, then the card, each with a message', async ({ page }) => {
    await page.goto(`/booking-confirmation?${STAY}`);
    const submit = page.getByRole('button', { name: /^Confirmer et payer/ });
    await submit.click();
    await expect(page.getByText('Veuillez remplir tous les champs obligatoires.')).toBeVisible();
    await fillPerson(page);
    await submit.click();
    await expect(page.getByText('Veuillez remplir toutes les informations de carte bancaire.')).toBeVisible();
    for (const [label, length] of [['Numéro de carte', 19], ["Date d'expiration", 5], ['CVV', 4]] as const) {
      await expect(page.getByLabel(label)).toHaveAttribute('maxlength', String(length));
    }
    await expect(page).toHaveURL(/booking-confirmation/);
  });

  test('§7.21 booking: payment takes 3 s, sends nothing, and leads to the receipt', async ({ page }) => {
    await page.clock.install();
    await page.goto(`/booking-confirmation?${STAY}&pricePerNight=72`);
    await fillPerson(page);
    await fillCard(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()));
    await expect(page.getByRole('button', { name: /^Confirmer et payer/ })).toBeEnabled();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await page.getByRole('button', { name: /^Confirmer et payer/ }).click();
    await expect(page.getByRole('button', { name: 'Traitement en cours...' })).toBeDisabled();
    await page.clock.runFor(2900);
    await expect(page.getByRole('button', { name: 'Traitement en cours...' })).toBeDisabled();
    await page.clock.runFor(200);
    await page.clock.resume();
    await expect(page).toHaveURL(/\/booking-success\?confirmation=BK[A-Z0-9]{9}&hotel=Central&total=216$/);
    expect(sent).toEqual([]);
  });

  test('§5.11 booking: the price is the hotel’s, and one in the address that differs is said', async ({ page }) => {
    await page.goto(`/booking-confirmation?${PALMIERS}&pricePerNight=1`);
    await expect(page.getByRole('button', { name: 'Confirmer et payer 216 €' })).toBeEnabled();
    await expect(page.getByText('Le lien indiquait 1 € par nuit.')).toContainText('de 72 € par nuit');
  });

  test('§2.50 booking: dates that are over are asked for again', async ({ page }) => {
    await page.goto('/booking-confirmation?hotel=Central&location=Corte&checkin=2020-07-01&checkout=2020-07-04');
    await expect(page.getByText('La date ne peut pas être dans le passé.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Confirmer et payer/ })).toBeHidden();
  });

  test('§5.25 booking: the card’s fields help as one types', { tag: ['@phone', '@engines'] }, async ({ page }) => {
    await page.goto(`/booking-confirmation?${STAY}`);
    const number = page.getByLabel('Numéro de carte');
    await number.pressSequentially('4242424242424242');
    await expect(number).toHaveValue('4242 4242 4242 4242');
    // A digit deleted in the middle leaves the caret there.
    for (let step = 0; step < 10; step += 1) await number.press('ArrowLeft');
    await number.press('Backspace');
    await number.pressSequentially('9');
    await expect(number).toHaveValue('4242 4249 4242 4242');
    const expiry = page.getByLabel("Date d'expiration");
    await expiry.pressSequentially('1239');
    await expect(expiry).toHaveValue('12/39');
    for (let step = 0; step < 5; step += 1) await expiry.press('Backspace');
    await expect(expiry).toHaveValue('');
  });

  test('booking: on a phone the summary is above the button', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/booking-confirmation?${STAY}`);
    const summary = await page.getByRole('complementary', { name: 'Récapitulatif' }).boundingBox();
    const button = await page.getByRole('button', { name: /^Confirmer et payer/ }).boundingBox();
    expect((summary?.y ?? Infinity) + (summary?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  });

  test('§2.52 booking: the receipt keeps the stay for the session, and Back never pays twice', { tag: '@engines' }, async ({ page }) => {
    await page.clock.install({ time: new Date('2031-05-01T10:00:00+02:00') });
    await page.goto('/hotels');
    await page.goto(`/booking-confirmation?${PALMIERS}&pricePerNight=72&guests=1`);
    await fillPerson(page);
    await fillCard(page);
    await page.getByRole('button', { name: /^Confirmer et payer/ }).click();
    await expect(page.getByRole('button', { name: 'Traitement en cours...' })).toBeVisible();
    await page.clock.runFor(3500);
    const main = page.getByRole('main');
    const kept = ['Hôtel Les Palmiers', 'Centre-ville, Ajaccio', '1 juillet 2031', '4 juillet 2031', '3 nuits', '2 adultes', 'Chambre Standard', '216 €', '(démonstration)', '1 mai 2031 à 10:'];
    for (const text of kept) await expect(main).toContainText(text);
    await page.clock.setFixedTime(new Date('2031-05-02T10:00:00+02:00'));
    await page.reload();
    for (const text of kept) await expect(main).toContainText(text);

    await page.goBack();
    await expect(page).toHaveURL('/hotels');
    await page.goto(`/booking-confirmation?${PALMIERS}&pricePerNight=72&guests=1`);
    await expect(page.getByRole('heading', { name: 'Vous avez déjà réservé' })).toBeVisible();
    await expect(page.getByLabel('Numéro de carte')).toBeHidden();
    await page.getByRole('link', { name: 'Voir ma réservation' }).click();
    await expect(page).toHaveURL(/\/booking-success\?confirmation=BK/);
  });
});

test.describe('§2 booking success', () => {
  for (const query of ['confirmation=BK123456789', 'hotel=Central']) {
    test(`§2.54 booking success: home with ${query} alone`, async ({ page }) => {
      await page.goto(`/booking-success?${query}`);
      await expect(page).toHaveURL('/');
    });
  }

  test('§2.52, §2.53 booking success: number, hotel, amount, status, date, four next steps, print, review, home', async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.toggleAttribute('data-printed', true);
    });
    await page.goto('/booking-success?confirmation=BK123456789&hotel=Central&total=216');
    const main = page.getByRole('main');
    for (const text of ['BK123456789', 'Central', '216 €', 'Confirmé', 'Date de réservation']) await expect(main).toContainText(text);
    await expect(main.getByRole('region', { name: 'Et maintenant ?' }).getByRole('listitem')).toHaveCount(4);
    await main.getByRole('button', { name: 'Imprimer' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed');
    await main.getByRole('button', { name: 'Laisser un avis' }).click();
    await expect(page.getByRole('dialog', { name: /Central/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await main.getByRole('link', { name: "Retour à l'accueil" }).click();
    await expect(page).toHaveURL('/');
  });
});

test('§2.2 not found: any other path shows three texts, in the reader’s language, and a link home', async ({ page }) => {
  const shows = async (texts: readonly string[]) => {
    for (const text of texts) await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  };
  await page.goto('/en/maisons/inconnues?x=1');
  await shows(['404', 'This page has not been generated', 'Tell me what you would like on this page']);
  await page.goto('/maisons/inconnues?x=1&lng=fr');
  await shows(['404', "Cette page n'existe pas encore", 'Dites-nous ce que vous aimeriez trouver sur cette page']);
  await page.getByRole('main').getByRole('link', { name: "Retour à l'accueil" }).click();
  await expect(page).toHaveURL('/');
});

async function fillCard(page: Page): Promise<void> {
  await page.getByLabel('Numéro de carte').fill('4242');
  await page.getByLabel("Date d'expiration").fill('12/39');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('Nom du titulaire').fill('MARIE DUMAS');
}

async function fillPerson(page: Page): Promise<void> {
  await page.getByLabel('Prénom').fill('Marie');
  await page.getByLabel('Nom', { exact: true }).fill('Dumas');
  await page.getByLabel('E-mail').fill('marie@example.com');
  await page.getByLabel('Téléphone').fill('06 00 00 00 00');
}
