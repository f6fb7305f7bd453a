import type { Page } from '@playwright/test';
import { clientOf, expect, signUp, test } from '../journey.ts';

test('people talk in a channel, see each other at once, and an administrator tidies up', async ({ open }) => {
  const admin = await open();
  const ange = await open();
  await signUp(admin, 'boss+supaadmin@example.com');
  await signUp(ange, 'ange@example.com');
  await expect(admin.getByText('Role: admin')).toBeVisible();
  await expect(ange.getByText('Role: member')).toBeVisible();
  await expect(ange.getByText('Connected')).toBeVisible();

  await admin.getByLabel('New channel').fill('public');
  await admin.getByRole('button', { name: 'Create' }).click();
  await enter(ange);
  await enter(admin);
  await say(admin, 'Bonghjornu');
  await expect(messages(ange)).toHaveText(['boss+supaadmin@example.com Bonghjornu']);
  await say(ange, 'Salute');
  await expect(messages(admin)).toHaveText(['boss+supaadmin@example.com Bonghjornu', 'ange@example.com Salute']);

  const client = await clientOf(ange);
  const foreign = await client.evaluate((supabase) => supabase.from('messages').delete().eq('message', 'Bonghjornu').select());
  expect(foreign.data).toEqual([]);
  const channel = await client.evaluate((supabase) => supabase.from('channels').delete().eq('slug', 'public').select());
  expect(channel.data).toEqual([]);
  await expect(ange.getByRole('button', { name: 'Delete public' })).toBeHidden();
  await admin.getByRole('button', { name: 'Delete public' }).click();
  await expect(ange.getByRole('button', { name: '# public' })).toBeHidden();
});

/** Opens the channel, and waits until its changes arrive. */
async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: '# public' }).click();
  await expect(page.getByRole('region', { name: 'public' })).toHaveAttribute('aria-busy', 'false');
}

async function say(page: Page, message: string): Promise<void> {
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Send' }).click();
}

function messages(page: Page) {
  return page.getByRole('region', { name: 'public' }).getByRole('listitem');
}
