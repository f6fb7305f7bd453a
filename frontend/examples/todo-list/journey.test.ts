import { expect, test } from 'vitest';
import { succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('a person keeps a list of their own', async () => {
  const { client, user } = await stack.person('ange@example.com');
  const task = succeeded(await client.from('todos').insert({ task: 'Buy brocciu', user_id: user.id }).select().single());
  const short = await client.from('todos').insert({ task: 'no', user_id: user.id });
  expect(short.error?.code).toBe('23514');
  const done = await client.from('todos').update({ is_complete: true }).eq('id', task.id).select('task, is_complete').single();
  expect(succeeded(done)).toEqual({ task: 'Buy brocciu', is_complete: true });

  const other = await stack.person('ghjulia@example.com');
  expect(succeeded(await other.client.from('todos').select())).toEqual([]);
  const foreign = await other.client.from('todos').insert({ task: 'Not mine', user_id: user.id });
  expect(foreign.error?.code).toBe('42501');
  await client.from('todos').delete().eq('id', task.id);
  expect(succeeded(await client.from('todos').select())).toEqual([]);
});
