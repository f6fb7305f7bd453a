import { followRequests } from './callTable';
import { expect, test as base, type APIRequestContext, type Locator, type Page } from '@playwright/test';

/** The fixtures of all browser tests: a returning visitor, own accounts, and a failure on page errors. */

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly password: string;
}

interface Fixtures {
  /** Whether this is the first visit to the home page, which opens the Owner Premium popup. */
  firstVisit: boolean;
  /** Whether the visitor consents to the map of another host during the test. */
  consentsToMap: boolean;
  /** The account with which the test's page is signed in. */
  signedIn: Person;
}

export const test = base.extend<Fixtures>({
  firstVisit: [false, { option: true }],
  consentsToMap: [false, { option: true }],
  page: async ({ page, baseURL, firstVisit, consentsToMap, javaScriptEnabled }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    if (!firstVisit) {
      await page.addInitScript(() => {
        // The initial empty document has no storage.
        if (window === window.top && origin !== 'null') localStorage.setItem('has_visited_homepage', 'true');
      });
    }
    const asked = followRequests(page.context(), baseURL, consentsToMap);
    await use(javaScriptEnabled ? takenOver(page) : page);
    expect(asked.strangers, 'requests that the call table does not have').toEqual([]);
    expect(errors, 'uncaught errors on the page').toEqual([]);
  },
  signedIn: async ({ page, request }, use) => {
    const person = await newPerson(request);
    await signIn(page, person);
    await use(person);
  },
});
export { expect };

/** A page whose `goto` waits for hydration, because input before it is lost. */
function takenOver(page: Page): Page {
  const alive = () => page.locator('#root[aria-busy]').waitFor({ state: 'detached' });
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  return Object.assign(page, {
    async goto(...to: Parameters<Page['goto']>) {
      const response = await goto(...to);
      await alive();
      return response;
    },
    async reload(...options: Parameters<Page['reload']>) {
      const response = await reload(...options);
      await alive();
      return response;
    },
  });
}

const API_KEY = process.env['SUPABASE_ANON_KEY'] ?? '';

export function apiHeaders(token = API_KEY): Record<string, string> {
  return { apikey: API_KEY, authorization: `Bearer ${token}` };
}

export function uniqueEmail(): string {
  return `marie.${crypto.randomUUID()}@example.com`;
}

/** Registers an account and logs it in, by calls 1 and 2. */
export async function newPerson(request: APIRequestContext): Promise<Person> {
  const account = { first: 'Marie', last: 'Dumas', email: uniqueEmail(), password: 'secret-42' };
  const userData = { firstName: account.first, lastName: account.last, country: 'France' };
  const { email, password } = account;
  await call(request, { action: 'register', email, password, userData });
  const { user, session } = await call(request, { action: 'login', email, password });
  return { ...account, id: user.id, token: session.access_token };
}

async function call(request: APIRequestContext, data: object) {
  const response = await request.post('/functions/v1/user-auth', { headers: apiHeaders(), data });
  expect(response.ok(), await response.text()).toBe(true);
  const answer: { user: { id: string }; session: { access_token: string } } = await response.json();
  return answer;
}

/** Stores the session in the site's storage once, so that a logout during the test lasts. */
export async function signIn(page: Page, { id, email, first, token }: Person): Promise<void> {
  await page.addInitScript(
    ([session, profile]) => {
      if (window !== window.top || origin === 'null' || sessionStorage.getItem('signed_in')) return;
      sessionStorage.setItem('signed_in', 'true');
      localStorage.setItem('auth_token', session);
      localStorage.setItem('user_profile', profile);
    },
    [token, JSON.stringify({ id, email, first_name: first })] as const,
  );
}

export function searchForm(page: Page): Locator {
  return page.getByRole('main').getByRole('search');
}

/** The result cards. */
export function resultCards(page: Page): Locator {
  return page.getByRole('list', { name: 'Liste des hébergements' }).locator(':scope > li');
}

/** Picks two days of the next month in the open calendar, which then closes. */
export async function chooseDates(page: Page): Promise<void> {
  const calendar = page.getByRole('dialog');
  await calendar.getByRole('button', { name: 'Mois suivant' }).click();
  const days = calendar.getByRole('table').first().getByRole('button');
  await days.nth(2).click();
  await days.nth(4).click();
  await expect(calendar).toBeHidden();
}

/** Chooses a language with the header's selector, which exists in the document even if a phone shows it in the menu. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.locator('header select:has(option[value="zh"])').selectOption(language, { force: true });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Lays out the parts that `content-visibility` skips, so that the whole page can be read and measured. */
export async function layOutAll(page: Page): Promise<void> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
}

/** Scrolls to the end, so that everything that loads on scrolling is requested. */
export async function toTheEnd(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await page.waitForLoadState('networkidle');
}

/** Opens a page and, with a button of its header, the account dialog. */
export async function openAuthDialog(page: Page, entry: "S'inscrire" | 'Se connecter'): Promise<Locator> {
  await page.goto('/search?destination=Corte');
  await page.getByRole('banner').getByRole('button', { name: entry }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}
