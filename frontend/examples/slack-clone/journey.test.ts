import { expect, test } from 'vitest';
import { joined, succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('people talk in a channel, see each other at once, and an administrator tidies up', async () => {
  const admin = await stack.person('boss+supaadmin@example.com');
  const ange = await stack.person('ange@example.com');
  const token = succeeded(await admin.client.auth.getSession()).session?.access_token ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { user_role: string };
  expect(claims.user_role).toBe('admin');

  const channel = { slug: 'public', created_by: admin.user.id };
  const { id } = succeeded(await admin.client.from('channels').insert(channel).select().single());
  const arrived: string[] = [];
  const changes = ange.client.channel('messages').on(
    'postgres_changes',
    { event: '*', schema: 'public', table: 'messages', filter: `channel_id=eq.${id}` },
    (change) => arrived.push(change.eventType),
  );
  await joined(changes);
  await new Promise<void>((ready) => {
    changes.on('system', {}, () => ready());
  });
  const message = { message: 'Bonghjornu', channel_id: id, user_id: admin.user.id };
  const sent = succeeded(await admin.client.from('messages').insert(message).select().single());
  await expect.poll(() => arrived, { timeout: 20_000 }).toEqual(['INSERT']);
  const read = await ange.client.from('messages').select('message, author:user_id(username)').eq('channel_id', id);
  expect(succeeded(read)).toEqual([{ message: 'Bonghjornu', author: { username: 'boss+supaadmin@example.com' } }]);

  expect(succeeded(await ange.client.from('messages').delete().eq('id', sent.id).select())).toEqual([]);
  expect(succeeded(await ange.client.from('channels').delete().eq('id', id).select())).toEqual([]);
  expect(succeeded(await admin.client.from('channels').delete().eq('id', id).select('id'))).toEqual([{ id }]);
  await ange.client.removeAllChannels();
});
