import { expect, test } from 'vitest';
import { succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('a person fills in a profile and uploads an avatar', async () => {
  const { client, user } = await stack.person('ange@example.com', { full_name: 'Ange Leca' });
  const created = await client.from('profiles').select('full_name, username').eq('id', user.id).single();
  expect(succeeded(created)).toEqual({ full_name: 'Ange Leca', username: null });

  const path = `${user.id}-avatar.png`;
  const avatar = new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' });
  succeeded(await client.storage.from('avatars').upload(path, avatar));
  const profile = { id: user.id, username: 'ange', website: 'https://example.com', avatar_url: path, updated_at: new Date().toISOString() };
  succeeded(await client.from('profiles').upsert(profile).select().single());
  const downloaded = succeeded(await client.storage.from('avatars').download(path));
  expect(downloaded.size).toBe(4);

  const other = await stack.person('ghjulia@example.com');
  const seen = await other.client.from('profiles').select('username').eq('id', user.id).single();
  expect(succeeded(seen)).toEqual({ username: 'ange' });
  const stolen = await other.client.from('profiles').update({ username: 'mine' }).eq('id', user.id).select();
  expect(succeeded(stolen)).toEqual([]);
  const taken = await other.client.from('profiles').update({ username: 'ange' }).eq('id', other.user.id);
  expect(taken.error?.code).toBe('23505');
});
