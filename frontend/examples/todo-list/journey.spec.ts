import { clientOf, expect, signUp, test, userIdOf } from '../journey.ts';

test('a person keeps a list of their own', async ({ open }) => {
  const ange = await open();
  await signUp(ange, 'ange@example.com');
  await expect(ange.getByText('Nothing to do.')).toBeVisible();
  await ange.getByLabel('Task').fill('no');
  await ange.getByRole('button', { name: 'Add' }).click();
  await expect(ange.getByRole('alert')).toContainText('violates check constraint');
  await ange.getByLabel('Task').fill('Buy brocciu');
  await ange.getByRole('button', { name: 'Add' }).click();
  await ange.getByRole('checkbox', { name: 'Buy brocciu' }).click();
  await expect(ange.getByRole('checkbox', { name: 'Buy brocciu' })).toBeChecked();
  await ange.reload();
  await expect(ange.getByRole('checkbox', { name: 'Buy brocciu' })).toBeChecked();

  const ghjulia = await open();
  await signUp(ghjulia, 'ghjulia@example.com');
  await expect(ghjulia.getByText('Nothing to do.')).toBeVisible();
  const todo = { task: 'Not mine', user_id: await userIdOf(ange) };
  const foreign = await (await clientOf(ghjulia)).evaluate((client, row) => client.from('todos').insert(row), todo);
  expect(foreign.error?.code).toBe('42501');

  await ange.getByRole('button', { name: 'Delete' }).click();
  await expect(ange.getByText('Nothing to do.')).toBeVisible();
  await ange.getByRole('button', { name: 'Sign out' }).click();
  await expect(ange.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
