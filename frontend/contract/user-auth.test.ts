import { describe, expect, it } from 'vitest';
import { call, login, newEmail, register } from './backend.ts';
import { expectErrorResponse } from './errorResponse.ts';

describe('§7 calls 1 and 2: user-auth', () => {
  it('§7.1, §7.2 call 1 creates an account; call 2 returns session, user and profile', async () => {
    const email = newEmail();
    expect(await register(email)).toMatchObject({ status: expect.toSatisfy((status: number) => status >= 200 && status < 300) });
    const { status, body } = await login(email);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        session: { access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), refresh_token: expect.any(String), token_type: 'bearer', expires_in: expect.any(Number), expires_at: expect.any(Number) },
        user: { id: expect.stringMatching(/^[\da-f-]{36}$/), email, user_metadata: { firstName: 'Lucie', lastName: 'Casanova' } },
        profile: { email },
      },
    });
    expect(body['error']).toBeUndefined();
  });

  it('§7.2 call 2: the token has the user’s id and the role authenticated', async () => {
    const email = newEmail();
    await register(email);
    const { body } = await login(email);
    const { session, user } = body as { session: { access_token: string }; user: { id: string } };
    const claims: unknown = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: user.id, role: 'authenticated' });
  });

  it('§7.1 call 1: e-mail addresses are unique, ignoring case', async () => {
    const email = newEmail();
    await register(email);
    expectErrorResponse(await register(email.toUpperCase()), 409);
  });

  it('§5.1 call 1: requires names, an e-mail and a password of at least six characters', async () => {
    expectErrorResponse(await register(newEmail(), { userData: {} }), 400);
    expectErrorResponse(await register('not an address'), 400);
    expectErrorResponse(await register(newEmail(), { password: '12345' }), 400);
  });

  it('§8.1 call 2: a wrong password and an unknown e-mail get the same response', async () => {
    const email = newEmail();
    await register(email);
    const wrong = await login(email, 'wrong password');
    const unknown = await login(newEmail(), 'wrong password');
    expectErrorResponse(wrong, wrong.status);
    expect([400, 401]).toContain(wrong.status);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it('§7 user-auth: an unknown action and a body that is no JSON object are rejected', async () => {
    expectErrorResponse(await call('functions/v1/user-auth', { action: 'promote' }), 400);
    expectErrorResponse(await call('functions/v1/user-auth', ['register']), 400);
  });
});
