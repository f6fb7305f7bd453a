import { expect, signIn, test } from '../journey.ts';

test('a visitor fills a cart, becomes a customer, and keeps the cart', async ({ open }) => {
  const page = await open();
  const cart = page.getByRole('list', { name: 'Cart' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Continue as a guest' }).click();
  await expect(page.getByRole('heading', { name: 'Guest' })).toBeVisible();
  await page.getByLabel('Article').fill('canistrelli');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(cart).toHaveText(['canistrelli']);
  await page.reload();
  await expect(cart).toHaveText(['canistrelli']);
  await page.getByRole('button', { name: 'Order' }).click();
  await expect(page.getByRole('alert')).toContainText('row-level security');

  await page.getByLabel('Email').fill('ange@example.com');
  await page.getByLabel('Password').fill('brocciu e fiadone');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Customer' })).toBeVisible();
  await page.getByRole('button', { name: 'Order' }).click();
  await expect(page.getByRole('status')).toHaveText('Ordered');

  const later = await open();
  await signIn(later, 'ange@example.com');
  await expect(later.getByRole('list', { name: 'Cart' }).getByRole('listitem')).toHaveText(['canistrelli']);
});
