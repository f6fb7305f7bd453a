import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack, type Stack } from '../scripts/stack.ts';
import { newEmail } from './backend.ts';

/** The steps of Supabase's guide to sign-ins with a password, on a new project that confirms addresses by mail. */

const SITE = 'http://localhost:3000';
const CONFIG = `
[auth]
site_url = "${SITE}"
additional_redirect_urls = ["${SITE}/**"]
[auth.email]
enable_confirmations = true
[storage]
enabled = false
`;
const START_TIMEOUT_MS = 120_000;
const FIRST_PASSWORD = 'un mot de passe';
const SECOND_PASSWORD = 'un autre mot de passe';

let stack: Stack;
let folder: string;

const variable = (name: string) => stack.env[name] ?? '';

/** The client of a browser, with sessions in memory. */
const browser = (): SupabaseClient =>
  createClient(variable('SUPABASE_URL'), variable('SUPABASE_ANON_KEY'), { auth: { persistSession: false, autoRefreshToken: false } });

/** The link of the mail to an address whose subject matches. */
async function linkOfMail(email: string, subject: RegExp): Promise<string> {
  const found = await fetch(`${variable('MAILPIT_URL')}/api/v1/search?query=to:${encodeURIComponent(email)}`);
  const { messages }: { messages: readonly { ID: string; Subject: string }[] } = await found.json();
  const matching = messages.filter((message) => subject.test(message.Subject));
  expect(matching).toHaveLength(1);
  const read = await fetch(`${variable('MAILPIT_URL')}/api/v1/message/${matching[0]?.ID}`);
  const { HTML }: { HTML: string } = await read.json();
  const link = /href="([^"]+\/verify\?[^"]+)"/.exec(HTML)?.[1] ?? '';
  return link.replaceAll('&amp;', '&');
}

/** Follows a link as a browser does, and returns the page that it leads to. */
async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}

/** Signs a client in with the session in a page's fragment, as supabase-js does when the page loads. */
async function takeSession(supabase: SupabaseClient, page: URL): Promise<URLSearchParams> {
  const fragment = new URLSearchParams(page.hash.slice(1));
  const tokens = { access_token: fragment.get('access_token') ?? '', refresh_token: fragment.get('refresh_token') ?? '' };
  expect((await supabase.auth.setSession(tokens)).error).toBeNull();
  return fragment;
}

/** Only where the binaries of a stack are: against another backend, nothing can be configured. */
describe.skipIf(!process.env['MAILPIT_URL'])('a new project with confirmed addresses', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'isula-quickstart-'));
    writeFileSync(join(folder, 'supabase-compat.toml'), CONFIG);
    stack = await startStack(['--config', join(folder, 'supabase-compat.toml')]);
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await stack.stop();
    rmSync(folder, { recursive: true });
  }, START_TIMEOUT_MS);

  it('signs people up and in, keeps their account, and resets a forgotten password', async () => {
    const email = newEmail();
    const supabase = browser();

    const signedUp = await supabase.auth.signUp({
      email,
      password: FIRST_PASSWORD,
      options: { emailRedirectTo: `${SITE}/welcome`, data: { first_name: 'Lucie' } },
    });
    expect([signedUp.error, signedUp.data.session]).toEqual([null, null]);
    expect(signedUp.data.user?.email).toBe(email);
    const early = await supabase.auth.signInWithPassword({ email, password: FIRST_PASSWORD });
    expect(early.error?.code).toBe('email_not_confirmed');

    const welcome = await follow(await linkOfMail(email, /./));
    expect(`${welcome.origin}${welcome.pathname}`).toBe(`${SITE}/welcome`);
    expect((await takeSession(supabase, welcome)).get('type')).toBe('signup');
    await supabase.auth.signOut();

    const signedIn = await supabase.auth.signInWithPassword({ email, password: FIRST_PASSWORD });
    expect(signedIn.error).toBeNull();
    const read = await supabase.auth.getUser();
    expect(read.data.user).toMatchObject({ id: signedUp.data.user?.id, email, user_metadata: { first_name: 'Lucie' } });

    const updated = await supabase.auth.updateUser({ data: { last_name: 'Casanova' } });
    expect(updated.data.user?.user_metadata).toMatchObject({ first_name: 'Lucie', last_name: 'Casanova' });

    expect((await supabase.auth.signOut()).error).toBeNull();
    expect((await supabase.auth.getSession()).data.session).toBeNull();
    expect((await supabase.auth.getUser(signedIn.data.session?.access_token)).error).not.toBeNull();

    const asked = await supabase.auth.resetPasswordForEmail(email, { redirectTo: `${SITE}/account/update-password` });
    expect(asked.error).toBeNull();
    const reset = await follow(await linkOfMail(email, /mot de passe|password/i));
    expect(reset.pathname).toBe('/account/update-password');
    expect((await takeSession(supabase, reset)).get('type')).toBe('recovery');
    expect((await supabase.auth.updateUser({ password: SECOND_PASSWORD })).error).toBeNull();

    const next = browser();
    expect((await next.auth.signInWithPassword({ email, password: FIRST_PASSWORD })).error?.code).toBe('invalid_credentials');
    expect((await next.auth.signInWithPassword({ email, password: SECOND_PASSWORD })).data.user?.email).toBe(email);
  });

  it('a link works once, and leads nowhere else', async () => {
    const email = newEmail();
    await browser().auth.signUp({ email, password: FIRST_PASSWORD, options: { emailRedirectTo: 'https://evil.example/' } });
    const link = await linkOfMail(email, /./);
    expect((await follow(link)).origin).toBe(SITE);
    const again = new URLSearchParams((await follow(link)).hash.slice(1));
    expect([again.get('error_code'), again.get('access_token')]).toEqual(['otp_expired', null]);
  });
});
