import type { Page } from '@playwright/test';
import { expect, newPerson, openAuthDialog, test, uniqueEmail } from './site';

test.describe('§4 auth dialog', () => {
  test('§5.1 registration: each required field shows an error, which disappears on a change', async ({ page }) => {
    const dialog = await openAuthDialog(page, "S'inscrire");
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    const fieldError = dialog.getByText('Ce champ est obligatoire.');
    await expect(fieldError).toHaveCount(5);
    await expect(dialog.getByLabel('Prénom')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Téléphone')).not.toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Prénom').fill('M');
    await expect(fieldError).toHaveCount(0);
  });

  test('§5.1 registration: passwords that differ, and too short ones', async ({ page }) => {
    const dialog = await openAuthDialog(page, "S'inscrire");
    await fillRegistration(page, uniqueEmail(), 'secret-42', 'secret-43');
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(dialog.getByText('Les mots de passe ne correspondent pas.')).toBeVisible();
    await fillRegistration(page, uniqueEmail(), '12345');
    await expect(dialog.getByText('Les mots de passe ne correspondent pas.')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(dialog.getByText('Le mot de passe doit contenir au moins 6 caractères.')).toBeVisible();
  });

  test('§5.1 registration: an invalid e-mail is rejected', async ({ page }) => {
    const dialog = await openAuthDialog(page, "S'inscrire");
    await fillRegistration(page, 'marie', 'secret-42');
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(dialog.getByText("L'adresse e-mail n'est pas valide.")).toBeVisible();
  });

  test('§2.16 registration: the country is France unless said otherwise', async ({ page }) => {
    const dialog = await openAuthDialog(page, "S'inscrire");
    await expect(dialog.getByLabel('Pays')).toHaveValue('France');
  });

  test('§4.4 registration: success shows a message, and after 2 s the login', async ({ page }) => {
    await page.clock.install();
    const dialog = await openAuthDialog(page, "S'inscrire");
    const email = uniqueEmail();
    await fillRegistration(page, email, 'secret-42');
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(dialog.getByText('Votre compte a été créé avec succès')).toBeVisible();
    await page.clock.runFor(1990);
    await expect(dialog.getByText('Votre compte a été créé avec succès')).toBeVisible();
    await page.clock.runFor(20);
    await expect(page.getByRole('dialog', { name: 'Se connecter' })).toBeVisible();
    await expect(dialog.getByLabel('E-mail')).toHaveValue(email);
  });

  test('§8.1 registration: an e-mail that has an account already gets the server’s sentence', async ({ page, request }) => {
    const { email } = await newPerson(request);
    const dialog = await openAuthDialog(page, "S'inscrire");
    await fillRegistration(page, email.toUpperCase(), 'secret-42');
    const answer = page.waitForResponse('**/functions/v1/user-auth');
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    const { error }: { error: string } = await (await answer).json();
    await expect(dialog.getByRole('alert')).toHaveText(error);
    await dialog.getByLabel('E-mail').fill(uniqueEmail());
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  });

  test('§8.1 login: a wrong password and an unknown e-mail are refused with the same sentence', async ({ page, request }) => {
    const { email } = await newPerson(request);
    const dialog = await openAuthDialog(page, 'Se connecter');
    const loginError = async (address: string) => {
      await dialog.getByLabel('E-mail').fill(address);
      await dialog.getByLabel('Mot de passe', { exact: true }).fill('wrong-password');
      await dialog.getByRole('button', { name: 'Se connecter' }).click();
      await expect(dialog.getByRole('alert')).not.toBeEmpty();
      return dialog.getByRole('alert').innerText();
    };
    const wrong = await loginError(email);
    expect(await loginError(uniqueEmail())).toBe(wrong);
    await expect(page.getByText(/^Bonjour/)).toHaveCount(0);
  });

  test('§8.1 login: texts of the site for an error response without a message and for a lost connection', async ({ page }) => {
    const dialog = await openAuthDialog(page, 'Se connecter');
    await dialog.getByLabel('E-mail').fill(uniqueEmail());
    await dialog.getByLabel('Mot de passe', { exact: true }).fill('secret-42');
    const submit = dialog.getByRole('button', { name: 'Se connecter' });
    await page.route('**/functions/v1/user-auth', (route) => route.fulfill({ status: 500, body: '' }));
    await submit.click();
    await expect(dialog.getByText('Erreur lors de la connexion')).toBeVisible();
    await page.unroute('**/functions/v1/user-auth');
    await page.route('**/functions/v1/user-auth', (route) => route.abort());
    await submit.click();
    await expect(dialog.getByText('Une erreur est survenue', { exact: true })).toBeVisible();
  });

  test('§2.17 auth dialog: the button is disabled and reads Chargement... during the request', async ({ page, request }) => {
    const { email, password, first } = await newPerson(request);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/functions/v1/user-auth', async (route) => {
      await held;
      await route.continue();
    });
    const dialog = await openAuthDialog(page, 'Se connecter');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    await expect(dialog.getByRole('button', { name: 'Chargement...' })).toBeDisabled();
    release();
    await expect(page.getByText(`Bonjour, ${first}`)).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  test('§2.15 auth dialog: its two modes link to each other; the password can be shown', async ({ page }) => {
    const dialog = await openAuthDialog(page, 'Se connecter');
    await dialog.getByRole('button', { name: 'Créer un compte' }).click();
    await expect(page.getByRole('dialog', { name: 'Créer un compte' })).toBeVisible();
    const password = dialog.getByLabel('Mot de passe', { exact: true });
    await password.fill('secret-42');
    await expect(password).toHaveAttribute('type', 'password');
    await dialog.getByRole('button', { name: 'Afficher le mot de passe' }).first().click();
    await expect(password).toHaveAttribute('type', 'text');
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('dialog', { name: 'Se connecter' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

async function fillRegistration(page: Page, email: string, password: string, confirmation = password): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Prénom').fill('Marie');
  await dialog.getByLabel('Nom', { exact: true }).fill('Dumas');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(password);
  await dialog.getByLabel('Confirmer le mot de passe').fill(confirmation);
}
