import { expect, test } from 'vitest';
import { joined, succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('members of a project see each other and their cursors, and nobody else does', async () => {
  const ange = await stack.person('ange@example.com', { username: 'ange' });
  const ghjulia = await stack.person('ghjulia@example.com', { username: 'ghjulia' });
  const project = succeeded(await ange.client.rpc('create_new_project')) as string;
  const channelOf = (person: typeof ange) =>
    person.client.channel(project, { config: { private: true, presence: { key: person.user.id } } });

  await ghjulia.client.realtime.setAuth();
  await expect(joined(channelOf(ghjulia))).rejects.toThrow();
  await ghjulia.client.removeAllChannels();
  succeeded(await ange.client.from('project_members').insert({ profile_id: ghjulia.user.id, project_id: project }).select());

  await ange.client.realtime.setAuth();
  const cursors: unknown[] = [];
  const ofAnge = channelOf(ange)
    .on('broadcast', { event: 'cursor' }, ({ payload }) => cursors.push(payload))
    // Without a listener, supabase-js leaves presence off.
    .on('presence', { event: 'sync' }, () => undefined);
  await joined(ofAnge);
  const ofGhjulia = channelOf(ghjulia);
  await joined(ofGhjulia);
  await ofAnge.track({ name: 'ange' });
  await ofGhjulia.track({ name: 'ghjulia' });
  await expect.poll(() => Object.keys(ofAnge.presenceState()).length, { timeout: 20_000 }).toBe(2);
  await ofGhjulia.send({ type: 'broadcast', event: 'cursor', payload: { x: 3, y: 4 } });
  await expect.poll(() => cursors, { timeout: 20_000 }).toEqual([{ x: 3, y: 4 }]);
  await Promise.all([ange.client.removeAllChannels(), ghjulia.client.removeAllChannels()]);
});
