/** What the journeys share: a stack and a page for each, a browser for each person. */

import { test as base, expect, type JSHandle, type Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { dirname } from 'node:path';
import { serveSite, type Site } from './site.ts';
import { startStack, type Stack } from './stack.ts';

export { expect };

interface Fixtures {
  readonly stack: Stack;
  readonly site: Site;
  /** Opens the example's page in a browser without history. */
  readonly open: (path?: string) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use, { file }) => {
      const stack = await startStack(dirname(file));
      await use(stack);
      await stack.stop();
    },
    { timeout: 240_000 },
  ],
  site: [
    async ({ stack }, use, { file }) => {
      const site = await serveSite(dirname(file), stack.addresses.API_URL, stack.addresses.PUBLISHABLE_KEY);
      await use(site);
      await site.close();
    },
    { timeout: 120_000 },
  ],
  open: async ({ browser, site }, use) => {
    const errors: Error[] = [];
    await use(async (path = '') => {
      const context = await browser.newContext();
      context.on('weberror', (error) => errors.push(error.error()));
      const page = await context.newPage();
      await page.goto(site.origin + path);
      return page;
    });
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(errors).toEqual([]);
  },
});

const PASSWORD = 'brocciu e fiadone';

/** Creates an account by the page's form. */
export async function signUp(page: Page, email: string, name?: string): Promise<void> {
  if (name) await page.getByLabel('Name').fill(name);
  await submitCredentials(page, email, 'Sign up');
}

export async function signIn(page: Page, email: string): Promise<void> {
  await submitCredentials(page, email, 'Sign in');
}

async function submitCredentials(page: Page, email: string, button: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

/** The page's client, for calls that a well-behaved page does not make. */
export function clientOf(page: Page): Promise<JSHandle<SupabaseClient>> {
  return page.evaluateHandle('supabase') as Promise<JSHandle<SupabaseClient>>;
}

/** The id of the person who is signed in. */
export async function userIdOf(page: Page): Promise<string> {
  const client = await clientOf(page);
  return client.evaluate(async ({ auth }) => (await auth.getSession()).data.session?.user.id ?? '');
}
