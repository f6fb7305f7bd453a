import { expect, signUp, test } from '../journey.ts';

test('members of a project see each other and their cursors, and nobody else does', async ({ open }) => {
  const ange = await open();
  await signUp(ange, 'ange@example.com', 'ange');
  await ange.getByRole('button', { name: 'New project' }).click();
  const peopleByAnge = ange.getByRole('list', { name: 'People here' }).getByRole('listitem');
  await expect(peopleByAnge).toHaveText(['ange']);

  const ghjulia = await open(new URL(ange.url()).hash);
  await signUp(ghjulia, 'ghjulia@example.com', 'ghjulia');
  await expect(ghjulia.getByRole('alert')).toHaveText('You are not a member of this project.');
  await ange.getByLabel('Username').fill('ghjulia');
  await ange.getByRole('button', { name: 'Invite' }).click();
  await expect(ange.getByText('Invited')).toBeVisible();
  await ghjulia.reload();
  await expect(ghjulia.getByRole('list', { name: 'People here' }).getByRole('listitem')).toHaveText(['ange', 'ghjulia']);
  await expect(peopleByAnge).toHaveText(['ange', 'ghjulia']);

  await ghjulia.getByRole('figure', { name: 'Board' }).hover({ position: { x: 30, y: 40 } });
  const pointer = ange.getByRole('figure', { name: 'Board' }).getByText('ghjulia');
  await expect(pointer).toHaveCSS('left', '30px');
  await expect(pointer).toHaveCSS('top', '40px');
  await ghjulia.close();
  await expect(peopleByAnge).toHaveText(['ange']);
  await expect(pointer).toBeHidden();
});
