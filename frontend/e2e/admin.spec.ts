import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { onIsland } from '../src/geography/plane.ts';
import { TOWNS } from '../src/geography/towns.ts';
import { expectNoViolation } from './axe';
import { expect, newPerson, resultCards, test } from './site';

const ADMINISTRATOR = { name: process.env['ADMIN_USERNAME'] ?? '', password: process.env['ADMIN_PASSWORD'] ?? '' };

/** The server decodes, rotates and re-encodes photos, which is slow in a debug build. */
const WORK = { timeout: 30_000 };

/** §1 The second user journey: an owner applies, an administrator approves, and travellers find the hotel. */
test('§4.15 host application: from the owner to the results, with real photographs', async ({ page }) => {
  test.setTimeout(180_000);
  const property = `Casa Serena ${crypto.randomUUID().slice(0, 8)}`;

  await test.step('§5.17 partner form: an owner applies with a JPEG, a PNG and a WebP', async () => {
    await page.goto('/partners');
    await page.getByRole('button', { name: 'Proposer mon établissement' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Prénom').fill('Lucia');
    await form.getByLabel('Nom', { exact: true }).fill('Santoni');
    await form.getByLabel('E-mail').fill('lucia.santoni@example.com');
    await form.getByLabel('Téléphone').fill('06 11 22 33 44');
    await form.getByLabel("Type d'établissement").selectOption({ label: "Maison d'hôtes" });
    await form.getByLabel("Nom de l'établissement").fill(property);
    await form.getByLabel('Adresse').fill('3 chemin du Moulin');
    await form.getByLabel('Ville').fill('Sartène');
    await form.getByLabel('Description').fill('Quatre chambres dans une maison de granit.');
    await form.getByLabel('Prix par nuit').fill('95');
    await form.getByRole('checkbox', { name: /^Chambre double/ }).check();
    await form.getByLabel('Ajouter des photos').setInputFiles([
      await photograph('facade.jpg', 'jpeg', '#b04e3a'),
      await photograph('chambre.png', 'png', '#14809a'),
      await photograph('vue.webp', 'webp', '#f5e4bd'),
    ]);
    await form.getByRole('button', { name: 'Envoyer ma candidature' }).click();
    await expect(page.getByText('Votre candidature a été envoyée avec succès !')).toBeVisible(WORK);
    await expect(page).toHaveURL(/\/admin$/);
  });

  const application = page.getByRole('article', { name: property });
  await test.step('§2.77 admin: the administrator sees it with its photos', async () => {
    await logIn(page);
    await expect(application.getByText('En attente')).toBeVisible();
    await showDetails(page, property);
    await expectPictures(application.getByRole('list', { name: `Photos de ${property}` }), 3);
    await expect(application.getByText('lucia.santoni@example.com')).toBeVisible();
  });

  await test.step('§4.15 host application: approved, it becomes a hotel', async () => {
    await application.getByRole('button', { name: 'Approuver' }).click();
    await expect(application.getByText('Approuvée')).toBeVisible(WORK);
    await expect(application.getByRole('button', { name: 'Approuver' })).toHaveCount(0);
  });

  await test.step('§2 results: travellers find it, with its photos', async () => {
    await page.goto(`/search?destination=${encodeURIComponent(property)}`);
    await expect(resultCards(page)).toHaveCount(1);
    await expect(resultCards(page)).toContainText('95');
    await expect(resultCards(page).getByRole('button', { name: /^3 photos/ })).toBeVisible();
    await expect.poll(() => shownPictures(resultCards(page).locator('img'))).toBe(1);
  });

  await test.step('§2.39, §2.43 map: it is in the town of its address, in the results and on its own page', async () => {
    await page.getByRole('button', { name: 'Carte', exact: true }).click();
    const map = page.getByRole('region', { name: 'Carte des hébergements' });
    await map.getByRole('button', { name: new RegExp(`^${property}`) }).click();
    const chosen = map.getByRole('list', { name: 'Sur cette épingle' });
    await expect(chosen).toContainText('Sartène');
    await chosen.getByRole('link', { name: property }).click();
    const pin = page.getByRole('main').locator('svg circle[r="7"]');
    const { x, y } = onIsland(TOWNS.Sartène);
    // The browser's mathematics may differ in the last digit.
    expect(Number(await pin.getAttribute('cx'))).toBeCloseTo(x);
    expect(Number(await pin.getAttribute('cy'))).toBeCloseTo(y);
  });

  await test.step('§7.14 upload: the administrator adds a picture, which shows at once', async () => {
    await page.goto('/admin');
    await page.getByRole('tab', { name: /^Gestion des images \(\d+\)$/ }).click();
    await page.getByRole('searchbox', { name: 'Rechercher un hôtel' }).fill(property);
    const hotel = page.getByRole('article', { name: property });
    await hotel.getByLabel(`Ajouter une image à ${property}`).setInputFiles(await photograph('terrasse.webp', 'webp', '#163f3b'));
    await expect(hotel.getByText('Image ajoutée avec succès !')).toBeVisible(WORK);
    await expectPictures(hotel.getByRole('list', { name: `Images de ${property}` }), 4);
    await hotel.getByRole('heading').getByRole('link').click();
  });

  await test.step('§2 hotel detail: four photos', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(property);
    await expect(page.getByRole('button', { name: 'Voir les 4 photos' })).toBeVisible();
  });

  await test.step('§8.9 bulk creation: what has its hotel already is no failure', async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: /^Créer (l'hôtel|les hôtels) approuvés? \(\d+\)$/ }).click();
    await expect(page.getByText('Toutes les candidatures approuvées ont déjà leur hôtel.').or(page.getByText(/hôtel\(s\) créé\(s\) avec succès\s!/))).toBeVisible();
  });
});

test('§8.10 upload: a file that is no image is rejected with the server’s message', async ({ page }) => {
  await page.goto('/admin');
  await logIn(page);
  await page.getByRole('tab', { name: /^Gestion des images/ }).click();
  const hotel = page.getByRole('article').first();
  await hotel.getByLabel(/^Ajouter une image à/).setInputFiles({ name: 'vue.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(hotel.getByRole('alert')).not.toBeEmpty();
  await expect(hotel.getByText('Image ajoutée avec succès !')).toHaveCount(0);
});

test('§4.17 admin session: a traveller’s account does not get in; an administrator stays in until the logout', async ({ page, request }) => {
  const { email, password } = await newPerson(request);
  await page.goto('/admin');
  for (const [name, secret] of [[ADMINISTRATOR.name, 'wrong-password'], [email, password]] as const) {
    await submitLogin(page, name, secret);
    await expect(page.getByRole('alert')).toHaveText("Nom d'utilisateur ou mot de passe incorrect");
  }
  await logIn(page);
  await page.reload();
  await expect(page.getByRole('tab', { name: /^Candidatures \(\d+\)$/ })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Se déconnecter' }).click();
  await page.reload();
  await expect(page.getByLabel("Nom d'utilisateur")).toBeVisible();
});

test('§6.3 admin: the server decides who is an administrator, whatever the page’s state', async ({ page, request }) => {
  const { token } = await newPerson(request);
  for (const [held, sentence] of [
    [token, 'Accès refusé - Vérifiez les permissions Supabase (403)'],
    [`${token.slice(0, -4)}AAAA`, 'Permissions insuffisantes pour accéder aux données (401)'],
  ] as const) {
    await page.goto('/admin');
    await page.evaluate((session) => localStorage.setItem('admin_session', session), JSON.stringify({ token: held, name: 'admin', expiresAt: null }));
    await page.reload();
    await expect(page.getByText(sentence)).toBeVisible();
  }
});

test('every page: the administration fits its screen, and has no axe violation', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin');
  await logIn(page);
  for (const tab of [/^Candidatures/, /^Gestion des images/]) {
    await page.getByRole('tab', { name: tab }).click();
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectNoViolation(page);
    }
  }
});

async function submitLogin(page: Page, name: string, password: string): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel("Nom d'utilisateur").fill(name);
  await form.getByLabel('Mot de passe', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Se connecter' }).click();
}

async function logIn(page: Page): Promise<void> {
  expect(ADMINISTRATOR.password, 'ADMIN_PASSWORD of the stack').not.toBe('');
  await submitLogin(page, ADMINISTRATOR.name, ADMINISTRATOR.password);
  await expect(page.getByRole('tab', { name: /^Candidatures \(\d+\)$/ })).toBeVisible();
}

/** Expands an application, unless it is the next one, which starts expanded. */
async function showDetails(page: Page, property: string): Promise<void> {
  const details = page.getByRole('article', { name: property }).getByRole('button', { name: 'Détails' });
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
}

type Pictures = ReturnType<Page['locator']>;

async function expectPictures(list: Pictures, count: number): Promise<void> {
  const pictures = list.locator('img');
  await expect(pictures).toHaveCount(count);
  await list.scrollIntoViewIfNeeded();
  await expect.poll(() => shownPictures(pictures)).toBe(count);
}

/** The number of pictures that loaded and could be decoded. */
function shownPictures(pictures: Pictures): Promise<number> {
  return pictures.evaluateAll((all) => all.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length);
}

/** A file like a camera's: large, with orientation and position in its metadata. */
async function photograph(name: string, format: 'jpeg' | 'png' | 'webp', background: string) {
  const width = 1600;
  const height = 1067;
  const hill = `<svg width="${width}" height="${height}"><path d="M0 800C400 300 900 1000 1600 500V1067H0Z" fill="#122f3b"/></svg>`;
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: Buffer.from(hill) }])
    .withExif({ IFD0: { Make: 'Example' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 37/1 0/1' } })
    .toFormat(format)
    .toBuffer();
  return { name, mimeType: `image/${format}`, buffer };
}
