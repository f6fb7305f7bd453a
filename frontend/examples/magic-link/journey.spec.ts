import type { Page } from '@playwright/test';
import { clientOf, expect, test } from '../journey.ts';

test('people without a password sign in by the link or the code in a mail', async ({ open, stack }) => {
  const ange = await open();
  const asVisitor = await (await clientOf(ange)).evaluate((client) => client.from('notes').select());
  expect(asVisitor.data).toEqual([]);
  await askForMail(ange, 'ange@example.com');
  // The mail is read in the same browser, whose storage has the other half of the code in the link.
  const mail = await ange.context().newPage();
  await mail.goto(stack.addresses.MAILPIT_URL);
  await mail.getByRole('row', { name: 'ange@example.com' }).getByRole('link').click();
  const opening = ange.context().waitForEvent('page');
  await mail.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click();
  const returned = await opening;
  await expect(returned.getByRole('heading', { name: 'Notes of ange@example.com' })).toBeVisible();
  await expect(returned.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(2);
  expect(new URL(returned.url()).searchParams.has('code')).toBe(false);
  // The first tab learns of it from the second.
  await expect(ange.getByRole('heading', { name: 'Notes of ange@example.com' })).toBeVisible();

  const ghjulia = await open();
  await askForMail(ghjulia, 'ghjulia@example.com');
  const ofGhjulia = await ghjulia.context().newPage();
  await ofGhjulia.goto(stack.addresses.MAILPIT_URL);
  await ofGhjulia.getByRole('row', { name: 'ghjulia@example.com' }).getByRole('link').click();
  const text = await ofGhjulia.frameLocator('iframe').locator('body').innerText();
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
  await ghjulia.getByLabel('Code').fill(code);
  await ghjulia.getByRole('button', { name: 'Sign in' }).click();
  await expect(ghjulia.getByRole('heading', { name: 'Notes of ghjulia@example.com' })).toBeVisible();
  const again = { email: 'ghjulia@example.com', token: code, type: 'email' } as const;
  const stranger = await clientOf(await open());
  const reused = await stranger.evaluate(async ({ auth }, request) => (await auth.verifyOtp(request)).error?.code, again);
  expect(reused).toBe('otp_expired');
});

async function askForMail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send a link' }).click();
  await expect(page.getByLabel(`Code in the mail to ${email}`)).toBeVisible();
}
