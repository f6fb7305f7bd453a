import { describe, expect, it } from 'vitest';
import { call, client, newEmail, newPerson, PASSWORD, serviceRoleKey } from './backend.ts';

/** Supabase Auth through supabase-js, beside the product's function for accounts. */
describe('auth/v1', () => {
  it('a person signs up, is recognised by functions, refreshes, and signs out', async () => {
    const supabase = client();
    const email = newEmail();
    const { data, error } = await supabase.auth.signUp({ email, password: PASSWORD, options: { data: { city: 'Corte' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, role: 'authenticated', user_metadata: { city: 'Corte' } });
    const token = data.session?.access_token;

    const search = { destination: 'Calvi', checkin: null, checkout: null, guests: 2 };
    expect((await call('functions/v1/user-searches', search, token)).status).toBeLessThan(300);
    const refreshed = await supabase.auth.refreshSession();
    expect(refreshed.data.session?.refresh_token).not.toBe(data.session?.refresh_token);
    expect((await supabase.auth.getUser()).data.user?.id).toBe(data.user?.id);

    expect((await supabase.auth.signOut()).error).toBeNull();
    expect((await supabase.auth.getUser(token)).error).toMatchObject({ name: 'AuthSessionMissingError' });
    const again = await supabase.auth.signInWithPassword({ email, password: PASSWORD });
    expect(again.data.user?.email).toBe(email);
    const wrong = await supabase.auth.signInWithPassword({ email, password: 'un autre mot' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });
  });

  it('an account of the function user-auth is one of auth/v1', async () => {
    const { id, email, token } = await newPerson();
    const supabase = client();
    expect((await supabase.auth.getUser(token)).data.user).toMatchObject({ id, email });
    expect((await supabase.auth.signInWithPassword({ email, password: PASSWORD })).data.user?.id).toBe(id);
  });

  it.skipIf(!serviceRoleKey)('an administrator creates, lists and deletes accounts', async () => {
    const { admin } = client(serviceRoleKey).auth;
    const email = newEmail();
    const created = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const id = created.data.user?.id ?? '';
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    expect((await admin.listUsers({ perPage: 1 })).data.users).toHaveLength(1);
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await client().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials');
  });
});
