import { chooseDates, expect, resultCards, searchForm, test, uniqueEmail } from './site';
import type { Page, Request } from '@playwright/test';

test.use({ firstVisit: true });

/** §1 The main user journey, on the real backend: a visitor finds, reads about and books a stay. */
test('§1 journey: search, read, register, log in, review, book', { tag: ['@phone', '@engines'] }, async ({ page, isMobile }) => {
  test.slow();
  const person = { first: 'Marie', last: 'Dumas', email: uniqueEmail(), password: 'secret-42' };
  const calls = recordCalls(page);

  await test.step('§2 home: a destination among the suggestions, dates in the calendar', async () => {
    await page.goto('/');
    await page.getByRole('dialog', { name: 'Programme Owner' }).getByRole('button', { name: 'Plus tard' }).click();
    await searchFromHome(page, 'Cal', 'Calvi');
    await expect(page).toHaveURL(/\/search\?destination=Calvi&checkin=\d{4}-\d\d-\d\d&checkout=\d{4}-\d\d-\d\d/);
  });

  await test.step('§2 results: filters and sort', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Calvi');
    if (isMobile) await page.getByRole('button', { name: /^Filtrer/ }).click();
    await page.getByRole('button', { name: '100 € à 200 €' }).click();
    await expect(page).toHaveURL(/budget=from100to200/);
    if (isMobile) await page.getByRole('dialog').getByRole('button', { name: /^Voir \d+ hébergements?$/ }).click();
    await page.getByLabel('Trier par').selectOption({ label: 'Prix (décroissant)' });
    await expect(page).toHaveURL(/sort=priceDesc/);
    await expect(resultCards(page).first()).toContainText('Calvi');
    const prices = async () => (await resultCards(page).allTextContents()).map((text) => Number(/(\d+)\s€/.exec(text)?.[1]));
    await expect.poll(async () => (await prices()).every((price, index, all) => price <= (all[index - 1] ?? price))).toBe(true);
  });

  const title = resultCards(page).first().getByRole('heading');
  const hotel = (await title.textContent()) ?? '';

  await test.step('§2 hotel detail: the establishment of the card', async () => {
    await title.getByRole('link').click();
    await expect(page).toHaveURL(/\/hotel-detail\?id=\d+&checkin=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hotel);
    await expect(page.getByRole('article').filter({ hasText: "Exemple d'avis" }).first()).toBeVisible();
  });

  await test.step('§4 auth dialog: registering leads to the login, and back to the same page', async () => {
    const menu = page.getByRole('dialog', { name: 'Menu' });
    const openMenu = () => page.getByRole('button', { name: 'Ouvrir le menu' }).click();
    if (isMobile) await openMenu();
    await (isMobile ? menu : page.getByRole('banner')).getByRole('button', { name: "S'inscrire" }).click();
    const dialog = page.getByRole('dialog', { name: /^(?:Créer un compte|Se connecter)$/ });
    await dialog.getByLabel('Prénom').fill(person.first);
    await dialog.getByLabel('Nom', { exact: true }).fill(person.last);
    await dialog.getByLabel('E-mail').fill(person.email);
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(person.password);
    await dialog.getByLabel('Confirmer le mot de passe').fill(person.password);
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(page.getByRole('dialog', { name: 'Se connecter' })).toBeVisible();
    await expect(dialog.getByLabel('E-mail')).toHaveValue(person.email);
    await dialog.getByLabel('Mot de passe', { exact: true }).fill(person.password);
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    await expect(dialog).toBeHidden();
    if (isMobile) await openMenu();
    await expect((isMobile ? menu : page.getByRole('banner')).getByText(`Bonjour, ${person.first}`)).toBeVisible();
    if (isMobile) await menu.getByRole('button', { name: 'Fermer' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hotel);
  });

  await test.step('§5 review: stars, a title, a text; it shows at once', async () => {
    const praise = `Un séjour parfait ${crypto.randomUUID()}`;
    await page.getByRole('button', { name: 'Écrire un avis' }).click();
    const dialog = page.getByRole('dialog', { name: /Votre avis/ });
    await dialog.getByRole('radio', { name: '5 étoiles' }).check();
    await dialog.getByLabel(/Titre/).fill(praise);
    await dialog.getByLabel(/commentaire/).fill('Accueil chaleureux, vue splendide.');
    await dialog.getByRole('button', { name: "Publier l'avis" }).click();
    await expect(page.getByText('Votre avis a été publié avec succès !')).toBeVisible();
    await expect(dialog).toBeHidden();
    const review = page.getByRole('article').filter({ hasText: praise });
    await expect(review).toContainText('Marie D.');
    await expect(review).toContainText('Accueil chaleureux, vue splendide.');
  });

  await test.step('§2 home: the history shows the search made while signed in', async () => {
    await page.getByRole('link', { name: "Isula, retour à l'accueil" }).click();
    await expect(page.getByText('0 sur 25 max')).toBeVisible();
    await searchFromHome(page, 'Boni', 'Bonifacio');
    await expect(resultCards(page).first()).toContainText('Bonifacio');
    await page.getByRole('link', { name: "Isula, retour à l'accueil" }).click();
    await expect(page.getByText('1 sur 25 max')).toBeVisible();
    await page.getByRole('list', { name: 'Vos dernières recherches' }).getByRole('link', { name: 'Bonifacio' }).click();
    await expect(page).toHaveURL(/\/search\?destination=Bonifacio&checkin=/);
  });

  await test.step('§2 booking: from the room to the receipt', async () => {
    const link = resultCards(page).first().getByRole('heading').getByRole('link');
    const booked = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(booked);
    await page.getByRole('button', { name: 'Voir les tarifs' }).click();
    await page.getByRole('link', { name: 'Réserver' }).click();
    await expect(page).toHaveURL(/\/booking-confirmation\?.*pricePerNight=\d/);
    await expect(page.getByLabel('Prénom')).toHaveValue(person.first);
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email);
    await page.getByLabel('Nom', { exact: true }).fill(person.last);
    await page.getByLabel('Téléphone').fill('06 00 00 00 00');
    await page.getByLabel('Numéro de carte').fill('4242 4242 4242 4242');
    await page.getByLabel("Date d'expiration").fill('12/29');
    await page.getByLabel('CVV').fill('123');
    await page.getByLabel('Nom du titulaire').fill('MARIE DUMAS');
    await page.getByRole('button', { name: /^Confirmer et payer/ }).click();
    await expect(page.getByRole('button', { name: 'Traitement en cours...' })).toBeDisabled();
    await expect(page).toHaveURL(/\/booking-success\?confirmation=BK[A-Z0-9]{9}&hotel=.+&total=\d+/);
    await expect(page.getByText('Confirmé', { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(booked);
  });

  expect(calls.unknown(), '§7: no call beyond the table').toEqual([]);
  expect(calls.seen(), '§7: the calls of the journey').toEqual([1, 2, 4, 5, 6, 7, 8, 9, 28]);
});

async function searchFromHome(page: Page, typed: string, destination: string): Promise<void> {
  const form = searchForm(page);
  await form.getByRole('combobox', { name: 'Destination' }).pressSequentially(typed);
  await form.getByRole('option', { name: destination, exact: true }).click();
  await form.getByRole('button', { name: /^Dates/ }).click();
  await chooseDates(page);
  await form.getByRole('button', { name: 'Rechercher' }).click();
}

/** The calls that the journey makes: number, method, path and query, body. */
const TABLE: readonly (readonly [call: number, method: string, address: RegExp, body?: RegExp])[] = [
  [1, 'POST', /^\/functions\/v1\/user-auth$/, /^{"action":"register",/],
  [2, 'POST', /^\/functions\/v1\/user-auth$/, /^{"action":"login",/],
  [3, 'GET', /^\/functions\/v1\/translations\?action=get&language=fr$/],
  [4, 'POST', /^\/functions\/v1\/user-searches$/],
  [5, 'GET', /^\/functions\/v1\/user-searches\?userId=[^&]+&limit=25$/],
  [6, 'GET', /^\/rest\/v1\/hotels\?select=(\*|%2A)&is_active=eq.true(&limit=10)?$/],
  [7, 'POST', /^\/functions\/v1\/hotel-reviews$/],
  [8, 'GET', /^\/functions\/v1\/hotel-reviews\?hotel(Id|Name)=[^&]+$/],
  [9, 'GET', /^\/rest\/v1\/hotels\?select=(\*|%2A)&id=eq\.\d+$/],
  // After a login: whether the account has a second factor.
  [28, 'GET', /^\/auth\/v1\/user$/],
];
/** Call 3, the editorial texts, which every page requests. */
const TRANSLATIONS = 3;

function recordCalls(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const isBackend = (path: string) => /^\/(rest|functions|auth|graphql|realtime)\//.test(path);
  const backendCalls = () =>
    requests.flatMap((request) => {
      const { pathname, search } = new URL(request.url());
      if (!isBackend(pathname)) return [];
      const address = pathname + search;
      const row = TABLE.find(
        ([, method, pattern, body]) => method === request.method() && pattern.test(address) && (body?.test(request.postData() ?? '') ?? true),
      );
      return [{ name: `${request.method()} ${address}`, call: row?.[0] }];
    });
  return {
    unknown: () => backendCalls().filter(({ call }) => call === undefined).map(({ name }) => name),
    seen: () =>
      [...new Set(backendCalls().map(({ call }) => call))].filter((call) => call !== TRANSLATIONS).toSorted((a = 0, b = 0) => a - b),
  };
}
