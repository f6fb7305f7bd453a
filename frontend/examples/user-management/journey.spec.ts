import { clientOf, expect, signUp, test, userIdOf } from '../journey.ts';

/** Two pixels wide, one high. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGM4IQcEJwAHIwIJ5FiIOQAAAABJRU5ErkJggg==';

test('a person fills in a profile and uploads an avatar', async ({ open }) => {
  const ange = await open();
  await signUp(ange, 'ange@example.com', 'Ange Leca');
  await expect(ange.getByLabel('Full name')).toHaveValue('Ange Leca');
  await expect(ange.getByLabel('Username')).toHaveValue('');
  await ange.getByLabel('Username').fill('ange');
  await ange.getByLabel('Website').fill('https://example.com');
  await ange.getByRole('button', { name: 'Save' }).click();
  await ange.getByLabel('Picture').setInputFiles({ name: 'avatar.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') });
  const avatar = ange.getByRole('img', { name: 'Avatar' });
  await expect(avatar).toHaveJSProperty('naturalWidth', 2);
  await ange.reload();
  await expect(ange.getByLabel('Username')).toHaveValue('ange');
  await expect(ange.getByLabel('Website')).toHaveValue('https://example.com');
  await expect(avatar).toHaveJSProperty('naturalWidth', 2);

  const ghjulia = await open();
  await signUp(ghjulia, 'ghjulia@example.com', 'Ghjulia');
  await ghjulia.getByLabel('Username').fill('ange');
  await ghjulia.getByRole('button', { name: 'Save' }).click();
  await expect(ghjulia.getByRole('alert')).toContainText('duplicate key');
  const client = await clientOf(ghjulia);
  const angeId = await userIdOf(ange);
  const seen = await client.evaluate((supabase, id) => supabase.from('profiles').select('username').eq('id', id).single(), angeId);
  expect(seen.data).toEqual({ username: 'ange' });
  const stolen = await client.evaluate((supabase, id) => supabase.from('profiles').update({ username: 'mine' }).eq('id', id).select(), angeId);
  expect(stolen.data).toEqual([]);
});
