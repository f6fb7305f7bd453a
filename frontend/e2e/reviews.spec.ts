import { apiHeaders, expect, newPerson, test } from './site';
import type { Page } from '@playwright/test';

test.describe('§5 reviews', () => {
  test('§6.1 reviews: a visitor reads samples, can open the form, and must log in to publish', async ({ page, request }) => {
    const { email, password } = await newPerson(request);
    let listed = 0;
    page.on('request', (sent) => {
      if (sent.url().includes('hotel-reviews')) listed += 1;
    });
    const dialog = await openForm(page, 150);
    await expect(dialog.getByText('Vous devez être connecté pour laisser un avis.')).toBeVisible();
    await dialog.getByRole('radio', { name: '4 étoiles' }).check();
    await dialog.getByLabel(/commentaire/).fill('Un texte qui reste.');
    await dialog.getByRole('button', { name: "Publier l'avis" }).click();
    await expect(dialog.getByText('Vous devez être connecté pour laisser un avis.')).toBeVisible();
    expect(listed, '§7 call 8: nothing loaded without a token').toBe(0);

    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    const login = page.getByRole('dialog', { name: 'Se connecter' });
    await login.getByLabel('E-mail').fill(email);
    await login.getByLabel('Mot de passe', { exact: true }).fill(password);
    await login.getByRole('button', { name: 'Se connecter' }).click();
    await expect(login).toBeHidden();
    await expect(dialog.getByLabel(/commentaire/)).toHaveValue('Un texte qui reste.');
    await dialog.getByRole('button', { name: "Publier l'avis" }).click();
    await expect(dialog.getByText('Votre avis a été publié avec succès !')).toBeVisible();
  });

  test('§5.7, §5.8 reviews: publishing requires a rating; star labels, counter and limits', async ({ page, signedIn }) => {
    const dialog = await openForm(page, 151);
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeAttached();
    const publish = dialog.getByRole('button', { name: "Publier l'avis" });
    await expect(publish).toBeDisabled();
    await dialog.getByLabel(/commentaire/).fill('x'.repeat(500));
    await expect(dialog.getByText('500/500')).toBeVisible();
    await expect(dialog.getByLabel(/commentaire/)).toHaveAttribute('maxlength', '500');
    await expect(dialog.getByLabel(/Titre/)).toHaveAttribute('maxlength', '100');
    await expect(dialog.getByText('Veuillez attribuer une note.')).toBeVisible();
    for (const [stars, word] of [['1 étoile', 'Très décevant'], ['2 étoiles', 'Décevant'], ['3 étoiles', 'Correct'], ['4 étoiles', 'Très bien'], ['5 étoiles', 'Excellent']] as const) {
      await dialog.getByRole('radio', { name: stars }).check();
      await expect(dialog.getByText(word, { exact: true })).toBeVisible();
    }
    await expect(dialog.getByText('Veuillez attribuer une note.')).toHaveCount(0);
    await expect(publish).toBeEnabled();
  });

  test('§8.6 reviews: the server’s message, a default one, and a lost connection', async ({ page, signedIn }) => {
    const dialog = await openForm(page, 152);
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeAttached();
    await dialog.getByRole('radio', { name: '3 étoiles' }).check();
    const publish = dialog.getByRole('button', { name: "Publier l'avis" });
    for (const [answer, message] of [
      [{ status: 400, json: { success: false, error: 'La phrase du serveur.' } }, 'La phrase du serveur.'],
      [{ status: 500, body: '' }, 'Une erreur est survenue.'],
      [null, 'Erreur de connexion. Veuillez réessayer.'],
    ] as const) {
      await page.route('**/functions/v1/hotel-reviews', (route) => (answer ? route.fulfill(answer) : route.abort()));
      await publish.click();
      await expect(dialog.getByText(message, { exact: true })).toBeVisible();
      await page.unroute('**/functions/v1/hotel-reviews');
    }
  });

  test('§4.12 reviews: success closes after 2 s; the statistics include it at once', async ({ page, request, signedIn }) => {
    const figures = async () => {
      const response = await request.get('/rest/v1/hotels?select=reviews_count&id=eq.153', { headers: apiHeaders() });
      const [row]: { reviews_count: number }[] = await response.json();
      return row?.reviews_count ?? 0;
    };
    const before = await figures();
    await page.clock.install();
    const dialog = await openForm(page, 153);
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeAttached();
    await dialog.getByRole('radio', { name: '5 étoiles' }).check();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await dialog.getByRole('button', { name: "Publier l'avis" }).click();
    await expect.poll(figures).toBe(before + 1);
    await page.clock.runFor(500);
    await expect(dialog.getByText('Votre avis a été publié avec succès !')).toBeVisible();
    await page.clock.runFor(3000);
    await page.clock.resume();
    await expect(dialog).toBeHidden();
  });

  test('§2.45 reviews: the first three, then all', async ({ page, signedIn }) => {
    await page.goto('/hotel-detail?id=3');
    await expect(page.getByText(`Bonjour, ${signedIn.first}`)).toBeAttached();
    const reviews = page.getByRole('region', { name: 'Avis des clients' }).getByRole('article');
    await expect(reviews).toHaveCount(3);
    const all = page.getByRole('button', { name: /^Voir les \d+ avis$/ });
    await expect(all).toHaveAttribute('aria-expanded', 'false');
    const total = Number(/\d+/.exec(await all.innerText())?.[0]);
    await all.click();
    await expect(reviews).toHaveCount(total);
  });
});

async function openForm(page: Page, hotel: number) {
  await page.goto(`/hotel-detail?id=${hotel}`);
  await page.getByRole('button', { name: 'Écrire un avis' }).click();
  const dialog = page.getByRole('dialog', { name: /^Votre avis sur/ });
  await expect(dialog).toBeVisible();
  return dialog;
}
