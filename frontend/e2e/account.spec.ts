import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { expectNoViolation } from './axe';
import { mailedLink, mailsTo } from './mails';
import { apiHeaders, expect, newPerson, openAuthDialog, test, uniqueEmail } from './site';
import { totp } from './totp';

test('§2.98, §2.99 account: a forgotten password is replaced by the link of a mail, which works once', async ({ page, request }) => {
  const { email, first, token } = await newPerson(request);
  const dialog = await openAuthDialog(page, 'Se connecter');
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

test('§2.98 account: an address without an account gets the same answer and no mail', async ({ page, request }) => {
  const email = uniqueEmail();
  await page.goto('/mot-de-passe-oublie');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Recevoir le lien' }).click();
  await expect(page.getByText(`Si un compte existe avec l'adresse ${email}`)).toBeVisible();
  expect(await mailsTo(request, email)).toEqual([]);
});

test('§2.100 account: the profile is changed, and greets by its new first name', async ({ page, signedIn }) => {
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

test('§2.101, §2.102 account: other devices are signed out one by one and by a new password', async ({ page, request, signedIn }) => {
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

test('§2.106 account: one’s data are downloaded, and deleted with the account', async ({ page, request, signedIn }) => {
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

test('§2.103 account: the address changes by the link of a mail, and signs in from then on', async ({ page, request, signedIn }) => {
  const email = uniqueEmail();
  await page.goto('/compte');
  const address = page.getByRole('region', { name: 'Adresse e-mail' });
  await address.getByLabel('Nouvelle adresse e-mail').fill(email);
  await address.getByRole('button', { name: "Changer l'adresse" }).click();
  await expect(address.getByText(`La nouvelle adresse ${email} attend sa confirmation`)).toBeVisible();
  expect(await loginStatus(request, signedIn.email, signedIn.password)).toBe(200);

  await page.goto(await mailedLink(request, email));
  await expect(page).toHaveURL(/\/compte$/);
  await expect(page.getByText(`Votre adresse est maintenant ${email}.`)).toBeVisible();
  await expect(page.getByText(`Connecté avec ${email}`)).toBeVisible();
  expect(await loginStatus(request, signedIn.email, signedIn.password)).toBe(401);
  expect(await loginStatus(request, email, signedIn.password)).toBe(200);
});

test('§2.104, §2.105 account: an authenticator app is added, asked for at a login, and removed', async ({ page, signedIn }) => {
  await page.goto('/compte');
  const factor = page.getByRole('region', { name: 'Double authentification' });
  await factor.getByRole('button', { name: 'Ajouter une application' }).click();
  const qrCode = factor.getByRole('img', { name: 'Code QR de la clé du compte' });
  await expect.poll(() => qrCode.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBeGreaterThan(100);
  await test.step('axe with the QR code', () => expectNoViolation(page));
  const secret = (await factor.locator('code').innerText()).replaceAll(' ', '');
  await factor.getByLabel('Code à six chiffres').fill(totp(secret, 0));
  await factor.getByRole('button', { name: 'Activer' }).click();
  await expect(page.getByText('La double authentification est active.')).toBeVisible();

  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  const dialog = await openAuthDialog(page, 'Se connecter');
  await dialog.getByLabel('E-mail').fill(signedIn.email);
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(signedIn.password);
  await dialog.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('dialog', { name: 'Code de vérification' })).toBeVisible();
  await expect(page.getByText(/^Bonjour/)).toHaveCount(0);
  // A code counts once, so the login needs the next one.
  await dialog.getByLabel('Code à six chiffres').fill(totp(secret, 1));
  await dialog.getByRole('button', { name: 'Vérifier' }).click();
  await page.getByRole('link', { name: `Bonjour, ${signedIn.first}` }).click();
  await factor.getByRole('button', { name: 'Retirer' }).click();
  await factor.getByRole('button', { name: 'Retirer vraiment' }).click();
  await expect(factor.getByRole('button', { name: 'Ajouter une application' })).toBeVisible();
});

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
