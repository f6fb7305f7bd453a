import { expect, test } from 'vitest';
import { succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('functions greet a visitor, and keep the tasks of a signed-in user', async () => {
  const visitor = stack.client();
  expect(succeeded(await visitor.functions.invoke('hello', { body: { name: 'Corse' } }))).toEqual({ message: 'Hello Corse!' });

  const { client } = await stack.person('ange@example.com');
  const created = await client.functions.invoke('restful-tasks', { body: { task: { name: 'Walk' } } });
  const { tasks } = succeeded(created) as { tasks: { id: number; name: string }[] };
  expect(tasks[0]?.name).toBe('Walk');
  const path = `restful-tasks/${tasks[0]?.id}`;
  const changed = await client.functions.invoke(path, { method: 'PUT', body: { task: { status: 1 } } });
  expect((succeeded(changed) as { tasks: { status: number }[] }).tasks[0]?.status).toBe(1);
  succeeded(await client.functions.invoke(path, { method: 'DELETE' }));
  expect(succeeded(await client.functions.invoke('restful-tasks', { method: 'GET' }))).toEqual({ tasks: [] });
});
