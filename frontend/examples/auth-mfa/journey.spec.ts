import { totp } from '../../e2e/totp.ts';
import { expect, signIn, signUp, test } from '../journey.ts';

test('private posts need the second factor', async ({ open }) => {
  const phone = await open();
  await signUp(phone, 'ange@example.com');
  await expect(phone.getByText('Signed in at aal1 of aal1')).toBeVisible();
  await phone.getByLabel('Post').fill('secret');
  await phone.getByRole('button', { name: 'Publish' }).click();
  await expect(phone.getByRole('alert')).toContainText('row-level security');

  await phone.getByRole('button', { name: 'Set up a second factor' }).click();
  await expect.poll(() => phone.getByRole('img', { name: 'QR code' }).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = await phone.getByRole('code').innerText();
  await phone.getByLabel('Code').fill(wrongCode(secret));
  await phone.getByRole('button', { name: 'Verify' }).click();
  await expect(phone.getByRole('status')).toHaveText('Invalid TOTP code entered');
  await phone.getByLabel('Code').fill(totp(secret, 0));
  await phone.getByRole('button', { name: 'Verify' }).click();
  await expect(phone.getByText('Signed in at aal2 of aal2')).toBeVisible();
  await phone.getByLabel('Post').fill('secret');
  await phone.getByRole('button', { name: 'Publish' }).click();
  await expect(phone.getByRole('listitem')).toHaveText(['secret']);

  const laptop = await open();
  await signIn(laptop, 'ange@example.com');
  await expect(laptop.getByText('Signed in at aal1 of aal2')).toBeVisible();
  await expect(laptop.getByText('No posts.')).toBeVisible();
  // A code is accepted once, so this one is that of the next half minute, which the server's tolerance covers.
  await laptop.getByLabel('Code').fill(totp(secret, 1));
  await laptop.getByRole('button', { name: 'Verify' }).click();
  await expect(laptop.getByText('Signed in at aal2 of aal2')).toBeVisible();
  await expect(laptop.getByRole('listitem')).toHaveText(['secret']);
});

/** A code that is valid neither now nor shortly before or after. */
function wrongCode(secret: string): string {
  const valid = new Set([-2, -1, 0, 1, 2].map((steps) => totp(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !valid.has(code)) ?? '';
}
