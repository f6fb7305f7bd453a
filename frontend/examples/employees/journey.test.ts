import { expect, test } from 'vitest';
import { succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('the public key reads, counts, filters and changes tables and calls a function without grants', async () => {
  const client = stack.client();
  const page = await client.from('employees').select('name', { count: 'exact' }).order('name').range(0, 1);
  expect([page.count, succeeded(page)]).toEqual([3, [{ name: 'Erlich Bachman' }, { name: 'Monica Hall' }]]);
  const found = await client.from('employees').select('name').or('name.ilike.%hall%,email.eq.r@example.com').order('id');
  expect(succeeded(found).map((row) => row.name)).toEqual(['Richard Hendricks', 'Monica Hall']);
  const moved = { name: 'Monica Hall', email: 'm@example.com', department: 'Raviga' };
  succeeded(await client.from('employees').upsert(moved, { onConflict: 'email' }).select());
  const called = await client.rpc('employees_of', { department: 'Raviga' }).select('name').single();
  expect(succeeded(called)).toEqual({ name: 'Monica Hall' });
  const none = await client.from('employees').select().eq('name', 'Nobody').single();
  expect(none.error?.code).toBe('PGRST116');
});
