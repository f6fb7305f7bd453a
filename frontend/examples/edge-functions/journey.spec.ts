import { expect, signUp, test } from '../journey.ts';

test('functions greet a visitor, and keep the tasks of a signed-in user', async ({ open }) => {
  const page = await open();
  await page.getByLabel('Your name').fill('Corse');
  await page.getByRole('button', { name: 'Greet' }).click();
  await expect(page.getByRole('status')).toHaveText('Hello Corse!');

  await signUp(page, 'ange@example.com');
  await expect(page.getByText('No tasks.')).toBeVisible();
  await page.getByLabel('Task').fill('Walk');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('checkbox', { name: 'Walk' }).click();
  await expect(page.getByRole('checkbox', { name: 'Walk' })).toBeChecked();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No tasks.')).toBeVisible();
});
