import { followRequests } from './callTable';
import { expect, test as base, type APIRequestContext, type Locator, type Page } from '@playwright/test';

/** What every browser test stands on: somebody who has been here before, accounts of their own, and no error on the page. */

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly password: string;
}

interface Fixtures {
  /** Whether the home page is seen for the first time ever, which opens the owner programme. */
  firstVisit: boolean;
  /** The account that this test's page is signed in with. */
  signedIn: Person;
}

export const test = base.extend<Fixtures>({
  firstVisit: [false, { option: true }],
  page: async ({ page, baseURL, firstVisit, javaScriptEnabled }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    if (!firstVisit) {
      await page.addInitScript(() => {
        if (window === window.top) localStorage.setItem('has_visited_homepage', 'true');
      });
    }
    const asked = followRequests(page.context(), baseURL);
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

/** The same page, on which arriving means that the app has taken over what the build has drawn: what is done before is lost. */
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

/** Registers somebody and logs them in, by calls 1 and 2. */
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

/** Puts the session where the site keeps it, once: what the page does with it afterwards stays done. */
export async function signIn(page: Page, { id, email, first, token }: Person): Promise<void> {
  await page.addInitScript(
    ([session, profile]) => {
      if (window !== window.top || sessionStorage.getItem('signed_in')) return;
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

/** The cards of the results. */
export function resultCards(page: Page): Locator {
  return page.getByRole('list', { name: 'Liste des hébergements' }).locator(':scope > li');
}

/** Takes two of next month's days in the open calendar, which then closes by itself. */
export async function chooseDates(page: Page): Promise<void> {
  const calendar = page.getByRole('dialog');
  await calendar.getByRole('button', { name: 'Mois suivant' }).click();
  const days = calendar.getByRole('table').first().getByRole('button');
  await days.nth(2).click();
  await days.nth(4).click();
  await expect(calendar).toBeHidden();
}

/** Lays out what `content-visibility` leaves for when it comes near, so that all of the page can be read and measured. */
export async function layOutAll(page: Page): Promise<void> {
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
}
