import { expect, test } from 'vitest';
import { succeeded, totp, useStack } from '../stack.ts';

const stack = useStack(import.meta.dirname);

test('private posts need the second factor', async () => {
  const { client } = await stack.person('ange@example.com');
  const refused = await client.from('private_posts').insert({ content: 'secret' });
  expect(refused.error?.code).toBe('42501');

  const factor = succeeded(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }));
  expect(factor.totp.uri).toContain('otpauth://totp/');
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' });
  expect(wrong.error?.code).toBe('mfa_verification_failed');
  succeeded(await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp(factor.totp.secret) }));
  const level = succeeded(await client.auth.mfa.getAuthenticatorAssuranceLevel());
  expect([level.currentLevel, level.nextLevel]).toEqual(['aal2', 'aal2']);
  const posted = await client.from('private_posts').insert({ content: 'secret' }).select('content').single();
  expect(succeeded(posted)).toEqual({ content: 'secret' });

  const later = stack.client();
  succeeded(await later.auth.signInWithPassword({ email: 'ange@example.com', password: 'brocciu e fiadone' }));
  expect(succeeded(await later.from('private_posts').select())).toEqual([]);
  const next = succeeded(await later.auth.mfa.getAuthenticatorAssuranceLevel());
  expect([next.currentLevel, next.nextLevel]).toEqual(['aal1', 'aal2']);
});
