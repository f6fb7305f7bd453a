import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** The backend under test, clients for it, and accounts on it. */

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be set: it describes the backend to test`);
  return value;
}

export const url = required('SUPABASE_URL').replace(/\/+$/, '');
export const anonKey = required('SUPABASE_ANON_KEY');
/** Optional: tests that need these keys are skipped without them. */
export const serviceRoleKey = process.env['SUPABASE_SERVICE_ROLE_KEY'];
export const publishableKey = process.env['SUPABASE_PUBLISHABLE_KEY'];
export const secretKey = process.env['SUPABASE_SECRET_KEY'];

export function client(key = anonKey, token?: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(token && { global: { headers: { Authorization: `Bearer ${token}` } } }),
  });
}

export interface ParsedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/**
 * Plain HTTP as the site sends it: the public key in `apikey`, the token (by default the public key) as bearer token.
 */
export async function call(path: string, body?: object, token = anonKey): Promise<ParsedResponse> {
  const response = await fetch(`${url}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { apikey: anonKey, Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json: Record<string, unknown> = await response.json();
  return { status: response.status, headers: response.headers, body: json };
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export const PASSWORD = 'un mot de passe';
export const newEmail = () => `${crypto.randomUUID()}@contrat.exemple.fr`;

const USER_DATA = {
  firstName: 'Lucie', lastName: 'Casanova', phone: '0495000000', address: '2 rue Fesch', city: 'Ajaccio', postalCode: '20000', country: 'France',
};

/** Call 1: creates an account. */
export const register = (email: string, more: object = {}) =>
  call('functions/v1/user-auth', { action: 'register', email, password: PASSWORD, userData: USER_DATA, ...more });
/** Call 2: signs in. */
export const login = (email: string, password = PASSWORD) => call('functions/v1/user-auth', { action: 'login', email, password });

/** Creates an account and signs in. */
export async function newPerson(): Promise<Person> {
  const email = newEmail();
  const registered = await register(email);
  if (registered.status >= 300) throw new Error(JSON.stringify(registered.body));
  const { body } = await login(email);
  const { session, user } = body as { session: { access_token: string }; user: { id: string } };
  return { id: user.id, email, token: session.access_token };
}

/** The token with a manipulated signature. */
export function forged(token: string): string {
  return token.slice(0, -6) + (token.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA');
}
