import { expect, test } from 'vitest';
import { succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('a visitor fills a cart, becomes a customer, and keeps the cart', async () => {
  const client = stack.client();
  const { user } = succeeded(await client.auth.signInAnonymously());
  expect(user?.is_anonymous).toBe(true);
  succeeded(await client.from('carts').insert({ article: 'canistrelli' }).select());
  expect((await client.from('orders').insert({})).error?.code).toBe('42501');

  succeeded(await client.auth.updateUser({ email: 'ange@example.com' }));
  succeeded(await client.auth.updateUser({ password: 'brocciu e fiadone' }));
  succeeded(await client.auth.refreshSession());
  succeeded(await client.from('orders').insert({}).select());
  const later = stack.client();
  succeeded(await later.auth.signInWithPassword({ email: 'ange@example.com', password: 'brocciu e fiadone' }));
  expect(succeeded(await later.from('carts').select('article'))).toEqual([{ article: 'canistrelli' }]);
});
