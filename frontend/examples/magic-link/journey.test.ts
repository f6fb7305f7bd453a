import { expect, test } from 'vitest';
import { succeeded, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('a person without a password signs in by a code in a mail', async () => {
  const client = stack.client();
  const email = 'ange@example.com';
  expect(succeeded(await client.from('notes').select())).toEqual([]);
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
  const mail = await stack.mailTo(email);
  const code = /\b\d{6}\b/.exec(mail)?.[0] ?? '';
  const { session } = succeeded(await client.auth.verifyOtp({ email, token: code, type: 'email' }));
  expect(session?.user.email).toBe(email);
  expect(succeeded(await client.from('notes').select('title')).map((note) => note.title)).toHaveLength(2);
  const again = await stack.client().auth.verifyOtp({ email, token: code, type: 'email' });
  expect(again.error?.code).toBe('otp_expired');
});
