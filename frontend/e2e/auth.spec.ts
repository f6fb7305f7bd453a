import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { apiHeaders, expect, newPerson, test, uniqueEmail } from './site';

test.describe('§4 auth dialog', () => {
  test('§5.1 registration: each required field shows an error, which disappears on a change', async ({ page }) => {
    const dialog = await openDialog(page, "S'inscrire");
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    const fieldError = dialog.getByText('Ce champ est obligatoire.');
    await expect(fieldError).toHaveCount(5);
    await expect(dialog.getByLabel('Prénom')).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Téléphone')).not.toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Prénom').fill('M');
    await expect(fieldError).toHaveCount(0);
  });

  test('§5.1 registration: passwords that differ, and too short ones', async ({ page }) => {
    const dialog = await openDialog(page, "S'inscrire");
    await fillRegistration(page, uniqueEmail(), 'secret-42', 'secret-43');
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(dialog.getByText('Les mots de passe ne correspondent pas.')).toBeVisible();
    await fillRegistration(page, uniqueEmail(), '12345');
    await expect(dialog.getByText('Les mots de passe ne correspondent pas.')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(dialog.getByText('Le mot de passe doit contenir au moins 6 caractères.')).toBeVisible();
  });

  test('§5.1 registration: an invalid e-mail is rejected', async ({ page }) => {
    const dialog = await openDialog(page, "S'inscrire");
    await fillRegistration(page, 'marie', 'secret-42');
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(dialog.getByText("L'adresse e-mail n'est pas valide.")).toBeVisible();
  });

  test('§2.16 registration: the country is France unless said otherwise', async ({ page }) => {
    const dialog = await openDialog(page, "S'inscrire");
    await expect(dialog.getByLabel('Pays')).toHaveValue('France');
  });

  test('§4.4 registration: success shows a message, and after 2 s the login', async ({ page }) => {
    await page.clock.install();
    const dialog = await openDialog(page, "S'inscrire");
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
    const dialog = await openDialog(page, "S'inscrire");
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
    const dialog = await openDialog(page, 'Se connecter');
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
    const dialog = await openDialog(page, 'Se connecter');
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
    const dialog = await openDialog(page, 'Se connecter');
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    await expect(dialog.getByRole('button', { name: 'Chargement...' })).toBeDisabled();
    release();
    await expect(page.getByText(`Bonjour, ${first}`)).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  test('§2.15 auth dialog: its two modes link to each other; the password can be shown', async ({ page }) => {
    const dialog = await openDialog(page, 'Se connecter');
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

test.describe('account', () => {
  test('account: a forgotten password is replaced by the link of a mail, which works once', async ({ page, request }) => {
    const { email, first, token } = await newPerson(request);
    const dialog = await openDialog(page, 'Se connecter');
    await dialog.getByRole('link', { name: 'Mot de passe oublié' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mot de passe oublié');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Recevoir le lien' }).click();
    await expect(page.getByText(`Si un compte existe avec l'adresse ${email}`)).toBeVisible();

    const link = await mailedLink(request, email);
    await page.goto(link);
    await expect(page).toHaveURL(/\/nouveau-mot-de-passe$/);
    await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('torrent-2026');
    await page.getByLabel('Confirmer le mot de passe').fill('torrent-2026');
    await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
    await expect(page.getByText('Votre mot de passe est changé')).toBeVisible();
    await expect(page.getByText(`Bonjour, ${first}`)).toBeVisible();
    expect(await sessionStatus(request, token), 'the session from before').toBe(403);
    expect(await loginStatus(request, email, 'secret-42')).toBe(401);
    expect(await loginStatus(request, email, 'torrent-2026')).toBe(200);

    await page.goto(link);
    await expect(page.getByRole('alert')).toContainText("Ce lien a déjà servi ou n'est plus valable.");
    await page.getByRole('link', { name: 'Recevoir un nouveau lien' }).click();
    await expect(page).toHaveURL(/\/mot-de-passe-oublie$/);
  });

  test('account: an address without an account gets the same answer and no mail', async ({ page, request }) => {
    const email = uniqueEmail();
    await page.goto('/mot-de-passe-oublie');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Recevoir le lien' }).click();
    await expect(page.getByText(`Si un compte existe avec l'adresse ${email}`)).toBeVisible();
    expect(await mailsTo(request, email)).toEqual([]);
  });

  test('account: the profile is changed, and greets by its new first name', async ({ page, signedIn }) => {
    await page.goto('/hotels');
    await page.getByRole('link', { name: `Bonjour, ${signedIn.first}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mon compte');
    const profile = page.getByRole('region', { name: 'Vos coordonnées' });
    await expect(profile.getByLabel('Nom', { exact: true })).toHaveValue(signedIn.last);
    await profile.getByLabel('Prénom').fill('Ghjulia');
    await profile.getByLabel('Ville').fill('Corte');
    await profile.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Vos coordonnées sont enregistrées.')).toBeVisible();
    await expect(page.getByText('Bonjour, Ghjulia')).toBeVisible();
    await page.reload();
    await expect(profile.getByLabel('Ville')).toHaveValue('Corte');
  });

  test('account: other devices are signed out one by one and by a new password', async ({ page, request, signedIn }) => {
    const { email, password, token } = signedIn;
    const phone = await login(request, email, password, 'Firefox/133.0 (Android)');
    await page.goto('/compte');
    const devices = page.getByRole('region', { name: 'Vos appareils' });
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await devices.getByRole('button', { name: 'Firefox · Android' }).click();
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    await expect(devices.getByText('Cet appareil')).toBeVisible();
    expect(await sessionStatus(request, phone)).toBe(403);

    const form = page.getByRole('region', { name: 'Mot de passe' });
    const change = async (current: string) => {
      await form.getByLabel('Mot de passe actuel').fill(current);
      await form.getByLabel('Nouveau mot de passe').fill('torrent-2026');
      await form.getByLabel('Confirmer le mot de passe').fill('torrent-2026');
      await form.getByRole('button', { name: 'Changer le mot de passe' }).click();
    };
    await change('wrong-password');
    await expect(form.getByText("Ce n'est pas le mot de passe du compte.")).toBeVisible();
    await change(password);
    await expect(page.getByText('Votre mot de passe est changé.')).toBeVisible();
    expect(await sessionStatus(request, token), 'the session from before').toBe(403);
    await expect(devices.getByRole('listitem')).toHaveCount(1);
    expect(await loginStatus(request, email, 'torrent-2026')).toBe(200);
  });

  test('account: a logout ends the session on the server too', async ({ page, request, signedIn }) => {
    await page.goto('/hotels');
    const ended = page.waitForResponse('**/auth/v1/logout?scope=local');
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    expect((await ended).status()).toBe(204);
    expect(await sessionStatus(request, signedIn.token)).toBe(403);
  });

  test('account: one’s data are downloaded, and deleted with the account', async ({ page, request, signedIn }) => {
    await page.goto('/compte');
    const data = page.getByRole('region', { name: 'Vos données' });
    const download = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Télécharger mes données' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('isula.json');
    const exported: { account: { email: string }; profile: { last_name: string } } = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect([exported.account.email, exported.profile.last_name]).toEqual([signedIn.email, signedIn.last]);

    await data.getByRole('button', { name: 'Supprimer mon compte' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mot de passe', { exact: true }).fill('wrong-password');
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await expect(dialog.getByText("Ce n'est pas le mot de passe du compte.")).toBeVisible();
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(signedIn.password);
    await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await expect(page.getByText('Votre compte et vos données sont supprimés.')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText(/^Bonjour/)).toHaveCount(0);
    expect(await loginStatus(request, signedIn.email, signedIn.password)).toBe(401);
  });

  test('account: a session that has ended elsewhere ends here', async ({ page, request, signedIn }) => {
    await request.post('/auth/v1/logout', { headers: apiHeaders(signedIn.token) });
    await page.goto('/compte');
    await expect(page.getByRole('main').getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await expect(page.getByText(/^Bonjour/)).toHaveCount(0);
  });
});

/** The mails that the stack's mail catcher has for an address. */
async function mailsTo(request: APIRequestContext, email: string) {
  const response = await request.get(`${process.env['MAILPIT_URL']}/api/v1/search`, { params: { query: `to:${email}` } });
  const { messages }: { messages: { ID: string }[] } = await response.json();
  return messages;
}

/** The link in the one mail to an address. */
async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  await expect.poll(() => mailsTo(request, email)).toHaveLength(1);
  const [mail] = await mailsTo(request, email);
  const response = await request.get(`${process.env['MAILPIT_URL']}/api/v1/message/${mail?.ID}`);
  const { HTML }: { HTML: string } = await response.json();
  const link = /href="([^"]+\/auth\/v1\/verify[^"]+)"/.exec(HTML)?.[1];
  expect(link, HTML).toBeDefined();
  return (link ?? '').replaceAll('&amp;', '&');
}

async function postLogin(request: APIRequestContext, email: string, password: string, userAgent = 'tests') {
  const headers = { ...apiHeaders(), 'user-agent': userAgent };
  return request.post('/functions/v1/user-auth', { headers, data: { action: 'login', email, password } });
}

async function loginStatus(request: APIRequestContext, email: string, password: string): Promise<number> {
  return (await postLogin(request, email, password)).status();
}

/** Signs in on another device and returns its token. */
async function login(request: APIRequestContext, email: string, password: string, userAgent: string): Promise<string> {
  const { session }: { session: { access_token: string } } = await (await postLogin(request, email, password, userAgent)).json();
  return session.access_token;
}

/** 200 while the session of a token is live, 403 afterwards. */
async function sessionStatus(request: APIRequestContext, token: string): Promise<number> {
  return (await request.get('/auth/v1/user', { headers: apiHeaders(token) })).status();
}

async function openDialog(page: Page, entry: "S'inscrire" | 'Se connecter') {
  await page.goto('/search?destination=Corte');
  await page.getByRole('banner').getByRole('button', { name: entry }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fillRegistration(page: Page, email: string, password: string, confirmation = password): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Prénom').fill('Marie');
  await dialog.getByLabel('Nom', { exact: true }).fill('Dumas');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(password);
  await dialog.getByLabel('Confirmer le mot de passe').fill(confirmation);
}
