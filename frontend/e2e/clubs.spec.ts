import { expect, test } from './site';

test('§2.58 /hotels-club: from the card of a club to its page, and on to the booking', async ({ page }) => {
  await page.goto('/hotels-club');
  await expect(page.getByText('Chargement des hôtels clubs...')).toBeVisible();
  await page.getByRole('link', { name: "Club Med Sant'Ambroggio" }).click();
  await expect(page).toHaveURL('/club-med-santambroggio');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Club Med Sant'Ambroggio");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  const panel = page.getByRole('complementary', { name: 'Réserver votre séjour' });
  await panel.getByLabel('Hébergement').selectOption('suite');
  await panel.getByLabel('Arrivée').fill('2031-07-01');
  await panel.getByLabel('Départ').fill('2031-07-03');
  await expect(panel).toContainText('518 €');
  await panel.getByRole('button', { name: 'Réserver maintenant' }).click();
  await expect(page).toHaveURL(/\/booking-confirmation\?.*checkIn=2031-07-01&checkOut=2031-07-03&guests=2&roomType=Suite&price=259/);
  await expect(page.getByRole('complementary', { name: 'Récapitulatif' })).toContainText('259 € × 2 nuits');
});

test('§2.46 the gallery of a resort responds to dots, arrow keys and swipes', async ({ page }) => {
  await page.goto('/club-med-santambroggio');
  const gallery = page.getByRole('region', { name: /^Illustrations de/ });
  const dot = (number: number) => gallery.getByRole('button', { name: `Image ${number}` });
  const picture = (number: number) => gallery.getByRole('img', { name: `Club Med Sant'Ambroggio, illustration ${number}` });
  await expect(gallery.getByRole('button', { name: /^Image \d/ })).toHaveCount(5);
  await dot(3).click();
  await expect(picture(3)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('ArrowRight');
  await expect(picture(4)).toBeInViewport({ ratio: 0.9 });
  await expect(dot(4)).toHaveAttribute('aria-current', 'true');
  // Scrolling the track stands for a swipe.
  await gallery.getByRole('list').evaluate((track) => track.scrollTo({ left: 0, behavior: 'instant' }));
  await expect(dot(1)).toHaveAttribute('aria-current', 'true');
});

test('§2.48 the booking panel of a resort stays in view', async ({ page }) => {
  await page.goto('/club-vacanciel-porto-vecchio');
  const submit = page.getByRole('button', { name: 'Réserver maintenant' });
  await page.getByRole('region', { name: 'Activités incluses' }).scrollIntoViewIfNeeded();
  await expect(submit).toBeInViewport();
  await page.getByRole('button', { name: /^Choisir.*Suite/ }).scrollIntoViewIfNeeded();
  await expect(submit).toBeInViewport();
});

test('§2.47 a member reads the reviews of a resort by its slug', async ({ page, signedIn }) => {
  await page.goto('/belambra-pineto');
  const reviews = page.getByRole('region', { name: 'Avis des clients' });
  await expect(reviews.getByRole('article')).toHaveCount(3);
  await expect(reviews).toContainText('4,6');
  expect(signedIn.token).not.toBe('');
});
